-- CreateEnum
CREATE TYPE "PaymentExceptionKind" AS ENUM ('LATE_OUTCOME', 'DUPLICATE', 'OTHER_AMOUNT', 'RECOVERED');

-- AlterTable
ALTER TABLE "payment_intent" ADD COLUMN     "is_duplicate" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "moved_cents" BIGINT;

-- CreateTable
CREATE TABLE "payment_exception" (
    "id" UUID NOT NULL,
    "kind" "PaymentExceptionKind" NOT NULL,
    "intent_id" UUID NOT NULL,
    "message" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "closed_by_id" UUID,
    "note" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "payment_exception_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payment_exception_intent_id_kind_key" ON "payment_exception"("intent_id", "kind");

-- AddForeignKey
ALTER TABLE "payment_exception" ADD CONSTRAINT "payment_exception_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "payment_intent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_exception" ADD CONSTRAINT "payment_exception_closed_by_id_fkey" FOREIGN KEY ("closed_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- The open ones, the newest first.
CREATE INDEX payment_exception_open ON payment_exception (opened_at DESC, id DESC) WHERE closed_at IS NULL;

-- What the processor says after a payment had ended here is true all the same.
INSERT INTO payment_state_edge (from_state, to_state) VALUES
  ('FAILED', 'SUBMITTED'), ('FAILED', 'SUCCEEDED'), ('CANCELLED', 'SUBMITTED'), ('CANCELLED', 'SUCCEEDED');

-- Part of what was ordered may have moved, and never more.
ALTER TABLE payment_intent ADD CONSTRAINT payment_intent_moved_part
  CHECK (moved_cents IS NULL OR (moved_cents > 0 AND moved_cents < amount_cents));

-- Money that did move twice is recorded twice; nothing else is paid twice.
DROP INDEX payment_intent_one_live_funding;
CREATE UNIQUE INDEX payment_intent_one_live_funding ON payment_intent (application_id)
  WHERE kind IN ('FUND', 'CREDIT', 'RECREDIT') AND NOT second_funding AND NOT is_duplicate
    AND state NOT IN ('FAILED', 'CANCELLED', 'RETURNED');
DROP INDEX payment_intent_one_live_for_schedule;
CREATE UNIQUE INDEX payment_intent_one_live_for_schedule ON payment_intent (schedule_id)
  WHERE NOT is_duplicate AND state NOT IN ('FAILED', 'CANCELLED', 'RETURNED', 'CHARGED_BACK');
