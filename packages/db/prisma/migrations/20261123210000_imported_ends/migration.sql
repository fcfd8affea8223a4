-- What ended in another system, before the import, is written as it ended: nothing here could still move it. It names no card and
-- no bank account, nothing of it is due, and its key or its application says that it was imported.
CREATE FUNCTION ended_before_import(intent payment_intent) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT intent.state IN ('SUCCEEDED', 'FAILED', 'RETURNED')
    AND intent.card_id IS NULL AND intent.bank_account_id IS NULL AND intent.due_at IS NULL
    AND CASE intent.kind
      WHEN 'MANUAL' THEN starts_with(intent.business_key, 'import:') OR starts_with(intent.business_key, 'opening:')
      WHEN 'FUND' THEN intent.state = 'SUCCEEDED' AND intent.post_funded_at IS NOT NULL AND EXISTS (
        SELECT FROM application a
        WHERE a.id = intent.application_id AND a.import_key IS NOT NULL AND a.funded_at = intent.post_funded_at)
      ELSE false END
$$;

CREATE OR REPLACE FUNCTION check_payment_intent_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'CREATED' AND NOT ended_before_import(NEW) THEN
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
