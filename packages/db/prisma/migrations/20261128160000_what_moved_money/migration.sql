-- What gave a payment back and came back itself has not given it back.
CREATE OR REPLACE FUNCTION check_refunds_within_sale() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid bigint;
  refunded numeric;
BEGIN
  SELECT coalesce(moved_cents, amount_cents) INTO paid FROM payment_intent WHERE id = NEW.parent_id FOR UPDATE;
  SELECT sum(amount_cents) INTO refunded FROM payment_intent
   WHERE parent_id = NEW.parent_id AND kind IN ('REFUND', 'GIVE_BACK')
     AND state NOT IN ('FAILED', 'CANCELLED', 'RETURNED', 'CHARGED_BACK');
  IF refunded > paid THEN
    RAISE EXCEPTION 'refunds of payment intent % would be % of % cents', NEW.parent_id, refunded, paid
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- A broken promise is reckoned without what was written off.
CREATE TRIGGER manual_payment_work_added AFTER INSERT ON manual_payment
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_exception();
CREATE TRIGGER manual_payment_work_changed AFTER UPDATE ON manual_payment
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_exception();
CREATE TRIGGER manual_payment_work_removed AFTER DELETE ON manual_payment
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_exception();
