-- All refunds of a sale together give back no more than it took, which may be a part of what was ordered.
CREATE OR REPLACE FUNCTION check_refunds_within_sale() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid bigint;
  refunded numeric;
BEGIN
  SELECT coalesce(moved_cents, amount_cents) INTO paid FROM payment_intent WHERE id = NEW.parent_id FOR UPDATE;
  SELECT sum(amount_cents) INTO refunded FROM payment_intent
   WHERE parent_id = NEW.parent_id AND kind = 'REFUND' AND state NOT IN ('FAILED', 'CANCELLED');
  IF refunded > paid THEN
    RAISE EXCEPTION 'refunds of payment intent % would be % of % cents', NEW.parent_id, refunded, paid
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- Whose a report may be that names no customer: those with a card or an account of its last digits.
CREATE INDEX "card_last4_idx" ON "card"("last4");
CREATE INDEX "bank_account_mask_idx" ON "bank_account"("mask");
