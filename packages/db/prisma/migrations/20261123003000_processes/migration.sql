-- CreateTable
CREATE TABLE "process" (
    "id" UUID NOT NULL,
    "lock_key" SERIAL NOT NULL,
    "role" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "machine" TEXT,
    "pid" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "process_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "process_lock_key_key" ON "process"("lock_key");

-- Claims name their process without a foreign key: each would lock the row that the heartbeat writes.
-- AlterTable
ALTER TABLE "bulk_item" ADD COLUMN "process_id" UUID;
ALTER TABLE "payment_intent" ADD COLUMN "process_id" UUID;
ALTER TABLE "payment_attempt" ADD COLUMN "process_id" UUID;
ALTER TABLE "outbox_message" ADD COLUMN "process_id" UUID;

-- What a process has claimed just now.
CREATE INDEX bulk_item_claimed_by_process ON "bulk_item" (process_id) WHERE state = 'CLAIMED' AND intent_id IS NULL;
CREATE INDEX payment_intent_taken_by_process ON "payment_intent" (process_id) WHERE process_id IS NOT NULL;
CREATE INDEX payment_attempt_leased_by_process ON "payment_attempt" (process_id) WHERE outcome IS NULL;
CREATE INDEX outbox_message_leased_by_process ON "outbox_message" (process_id) WHERE process_id IS NOT NULL;

-- A process that has ended does not come back.
CREATE FUNCTION check_process_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL AND NEW IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'process % has ended', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER process_ended BEFORE UPDATE ON "process"
  FOR EACH ROW EXECUTE FUNCTION check_process_ended();
