-- CreateEnum
CREATE TYPE "ProcessorEventKind" AS ENUM ('SETTLEMENT', 'RETURN', 'NOTICE_OF_CHANGE', 'CHARGEBACK', 'CHARGEBACK_REVERSAL', 'REPRESENTMENT', 'OTHER');

-- CreateEnum
CREATE TYPE "PasscodeKind" AS ENUM ('CARD', 'ACH');

-- AlterTable
ALTER TABLE "payment_attempt" ADD COLUMN     "answer" JSONB,
ADD COLUMN     "leased_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "payment_intent" ADD COLUMN     "bank_account_id" INTEGER,
ADD COLUMN     "card_id" INTEGER,
ADD COLUMN     "due_at" TIMESTAMPTZ(3),
ADD COLUMN     "failure_code" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "failure_message" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "instrument_last4" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "is_external" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "look_ups" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "parent_id" UUID,
ADD COLUMN     "post_funded_at" TIMESTAMPTZ(3),
ADD COLUMN     "schedule_id" INTEGER,
ADD COLUMN     "second_funding" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "processor_event" (
    "id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "event_key" TEXT NOT NULL,
    "kind" "ProcessorEventKind" NOT NULL,
    "intent_id" UUID,
    "reference" TEXT NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "code" TEXT NOT NULL DEFAULT '',
    "detail" JSONB NOT NULL,
    "happened_on" DATE NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "applied_at" TIMESTAMPTZ(3),
    "problem" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "processor_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "passcode" (
    "kind" "PasscodeKind" NOT NULL,
    "hash" TEXT NOT NULL,
    "updated_by_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "passcode_pkey" PRIMARY KEY ("kind")
);

-- CreateTable
CREATE TABLE "journey_event" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "application_id" INTEGER,
    "intent_id" UUID,
    "name" TEXT NOT NULL,
    "happened_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "journey_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "processor_event_intent_id_idx" ON "processor_event"("intent_id");

-- CreateIndex
CREATE UNIQUE INDEX "processor_event_provider_event_key_key" ON "processor_event"("provider", "event_key");

-- CreateIndex
CREATE INDEX "journey_event_user_id_idx" ON "journey_event"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "journey_event_intent_id_name_key" ON "journey_event"("intent_id", "name");

-- CreateIndex
CREATE INDEX "payment_intent_parent_id_idx" ON "payment_intent"("parent_id");

-- CreateIndex
CREATE INDEX "payment_intent_schedule_id_idx" ON "payment_intent"("schedule_id");

-- CreateIndex
CREATE INDEX "payment_intent_application_id_idx" ON "payment_intent"("application_id");

-- AddForeignKey
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_card_id_fkey" FOREIGN KEY ("card_id") REFERENCES "card"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_bank_account_id_fkey" FOREIGN KEY ("bank_account_id") REFERENCES "bank_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "payment_schedule"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "payment_intent"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "processor_event" ADD CONSTRAINT "processor_event_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "payment_intent"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passcode" ADD CONSTRAINT "passcode_updated_by_id_fkey" FOREIGN KEY ("updated_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "journey_event" ADD CONSTRAINT "journey_event_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "journey_event" ADD CONSTRAINT "journey_event_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "journey_event" ADD CONSTRAINT "journey_event_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "payment_intent"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- A worker looks only at what is due.
CREATE INDEX payment_intent_due ON payment_intent (due_at) WHERE due_at IS NOT NULL;

-- One call under way for an intent.
CREATE UNIQUE INDEX payment_attempt_one_open ON payment_attempt (intent_id) WHERE outcome IS NULL;

-- One live funding of an application, whatever raced to make it; another one is confirmed on its own.
CREATE UNIQUE INDEX payment_intent_one_live_funding ON payment_intent (application_id)
  WHERE kind IN ('FUND', 'CREDIT', 'RECREDIT') AND NOT second_funding
    AND state NOT IN ('FAILED', 'CANCELLED', 'RETURNED');

-- One live payment of a scheduled one.
CREATE UNIQUE INDEX payment_intent_one_live_for_schedule ON payment_intent (schedule_id)
  WHERE state NOT IN ('FAILED', 'CANCELLED', 'RETURNED', 'CHARGED_BACK');

-- Returned before it settled; and what was left to a person may still be found.
INSERT INTO payment_state_edge (from_state, to_state) VALUES
  ('SUBMITTED', 'RETURNED'),
  ('MANUAL', 'SUBMITTED'), ('MANUAL', 'SUCCEEDED'), ('MANUAL', 'FAILED');

CREATE OR REPLACE FUNCTION check_payment_intent_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'CREATED' THEN
      RAISE EXCEPTION 'a payment intent begins as CREATED, not %', NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.user_id, NEW.application_id, NEW.kind, NEW.payment_type, NEW.business_key, NEW.amount_cents,
      NEW.card_id, NEW.bank_account_id, NEW.parent_id, NEW.schedule_id, NEW.second_funding)
     IS DISTINCT FROM
     (OLD.user_id, OLD.application_id, OLD.kind, OLD.payment_type, OLD.business_key, OLD.amount_cents,
      OLD.card_id, OLD.bank_account_id, OLD.parent_id, OLD.schedule_id, OLD.second_funding) THEN
    RAISE EXCEPTION 'what payment intent % is about never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> OLD.state AND NOT EXISTS (
       SELECT 1 FROM payment_state_edge WHERE from_state = OLD.state AND to_state = NEW.state) THEN
    RAISE EXCEPTION 'payment intent % may not move from % to %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- All refunds of a sale together give back no more than it took.
CREATE FUNCTION check_refunds_within_sale() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid bigint;
  refunded numeric;
BEGIN
  SELECT amount_cents INTO paid FROM payment_intent WHERE id = NEW.parent_id FOR UPDATE;
  SELECT sum(amount_cents) INTO refunded FROM payment_intent
   WHERE parent_id = NEW.parent_id AND kind = 'REFUND' AND state NOT IN ('FAILED', 'CANCELLED');
  IF refunded > paid THEN
    RAISE EXCEPTION 'refunds of payment intent % would be % of % cents', NEW.parent_id, refunded, paid
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER payment_intent_refunds AFTER INSERT ON payment_intent
  FOR EACH ROW WHEN (NEW.kind = 'REFUND') EXECUTE FUNCTION check_refunds_within_sale();
