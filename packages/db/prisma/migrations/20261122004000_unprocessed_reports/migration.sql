-- CreateEnum
CREATE TYPE "ReportStage" AS ENUM ('MATCH', 'AMOUNT', 'STATE', 'LEDGER', 'RETRY');

-- AlterTable
ALTER TABLE "processor_event" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "deleted_by_id" UUID,
ADD COLUMN     "name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "next_try_at" TIMESTAMPTZ(3),
ADD COLUMN     "payment_key" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "stage" "ReportStage",
ADD COLUMN     "tried_at" TIMESTAMPTZ(3);

-- AddForeignKey
ALTER TABLE "processor_event" ADD CONSTRAINT "processor_event_deleted_by_id_fkey" FOREIGN KEY ("deleted_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- The two lists, the newest first.
CREATE INDEX processor_event_processed ON processor_event (received_at DESC, id DESC)
  WHERE applied_at IS NOT NULL AND kind <> 'SETTLEMENT';
CREATE INDEX processor_event_unprocessed ON processor_event (received_at DESC, id DESC)
  WHERE stage IS NOT NULL AND deleted_at IS NULL;

-- What could not be applied so far is tried again as well.
UPDATE processor_event SET next_try_at = received_at, stage = (CASE problem
    WHEN 'Nobody here knows this payment.' THEN 'MATCH'
    WHEN 'The processor reports another amount than was paid.' THEN 'AMOUNT'
    ELSE 'STATE' END)::"ReportStage"
  WHERE applied_at IS NULL AND problem <> '' AND kind <> 'SETTLEMENT';

-- What was charged back may come back to us.
INSERT INTO payment_state_edge (from_state, to_state) VALUES ('CHARGED_BACK', 'SUCCEEDED');
