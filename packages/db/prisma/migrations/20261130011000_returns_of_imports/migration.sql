-- A payment of the former system that the bank sends back after the import.
INSERT INTO payment_state_edge (from_state, to_state) VALUES ('SUCCEEDED', 'RETURNED') ON CONFLICT DO NOTHING;

-- As before, but for the card or account of an imported payment, which the report of its return names once.
CREATE OR REPLACE FUNCTION check_payment_intent_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state = 'CREATED' THEN RETURN NEW; END IF;
    IF NEW.kind = 'MANUAL' AND NEW.state IN ('SUCCEEDED', 'FAILED', 'RETURNED')
      AND NEW.card_id IS NULL AND NEW.bank_account_id IS NULL AND NEW.due_at IS NULL
      AND (starts_with(NEW.business_key, 'import:') OR starts_with(NEW.business_key, 'opening:')) THEN
      RETURN NEW;
    END IF;
    IF NOT ended_before_import(NEW) THEN
      RAISE EXCEPTION 'a payment intent begins as CREATED, not %', NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.user_id, NEW.application_id, NEW.kind, NEW.payment_type, NEW.business_key, NEW.amount_cents,
      NEW.parent_id, NEW.schedule_id, NEW.second_funding)
     IS DISTINCT FROM
     (OLD.user_id, OLD.application_id, OLD.kind, OLD.payment_type, OLD.business_key, OLD.amount_cents,
      OLD.parent_id, OLD.schedule_id, OLD.second_funding)
     OR ((NEW.card_id, NEW.bank_account_id) IS DISTINCT FROM (OLD.card_id, OLD.bank_account_id)
       AND NOT (OLD.card_id IS NULL AND OLD.bank_account_id IS NULL AND starts_with(OLD.business_key, 'import:'))) THEN
    RAISE EXCEPTION 'what payment intent % is about never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> OLD.state AND NOT EXISTS (
       SELECT 1 FROM payment_state_edge WHERE from_state = OLD.state AND to_state = NEW.state) THEN
    RAISE EXCEPTION 'payment intent % may not move from % to %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
