-- What a start or a reset of it locks. A value of an enum can be used once the migration that added it is over.
INSERT INTO job_control (kind) VALUES ('REVERT');

-- Which batch it gives back.
ALTER TABLE "bulk_batch" ADD COLUMN "reverts_id" UUID;
ALTER TABLE "bulk_batch" ADD CONSTRAINT "bulk_batch_reverts_id_fkey" FOREIGN KEY ("reverts_id") REFERENCES "bulk_batch"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- All that gives a payment back comes to no more than it took.
CREATE OR REPLACE FUNCTION check_refunds_within_sale() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid bigint;
  refunded numeric;
BEGIN
  SELECT coalesce(moved_cents, amount_cents) INTO paid FROM payment_intent WHERE id = NEW.parent_id FOR UPDATE;
  SELECT sum(amount_cents) INTO refunded FROM payment_intent
   WHERE parent_id = NEW.parent_id AND kind IN ('REFUND', 'GIVE_BACK') AND state NOT IN ('FAILED', 'CANCELLED');
  IF refunded > paid THEN
    RAISE EXCEPTION 'refunds of payment intent % would be % of % cents', NEW.parent_id, refunded, paid
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payment_intent_give_backs AFTER INSERT ON payment_intent
  FOR EACH ROW WHEN (NEW.kind = 'GIVE_BACK') EXECUTE FUNCTION check_refunds_within_sale();
ALTER TABLE "payment_intent" ADD CONSTRAINT "payment_intent_gives_one_back" CHECK (kind <> 'GIVE_BACK' OR parent_id IS NOT NULL) NOT VALID;
