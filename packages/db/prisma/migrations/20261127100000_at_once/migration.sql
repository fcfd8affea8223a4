-- What was checked row by row is checked once for all rows of a statement: of what an import writes, thousands at once.

-- A statement writes whole transactions of the ledger: each of them sums to zero when it ends.
CREATE FUNCTION check_added_entries_balance() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE wrong record;
BEGIN
  SELECT e.transaction_id, sum(e.amount_cents) AS cents INTO wrong FROM ledger_entry e
  WHERE e.transaction_id IN (SELECT transaction_id FROM added)
  GROUP BY e.transaction_id HAVING sum(e.amount_cents) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger transaction % is out of balance by % cents', wrong.transaction_id, wrong.cents
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER ledger_entry_balances ON ledger_entry;
CREATE TRIGGER ledger_entry_balances AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_added_entries_balance();

-- The payments and instalments that the ledger names are there, and stay until the transaction ends.
CREATE FUNCTION require_payments() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE missing uuid;
BEGIN
  PERFORM 1 FROM payment_intent WHERE id IN (SELECT intent_id FROM added) ORDER BY id FOR KEY SHARE;
  SELECT a.intent_id INTO missing FROM added a
  WHERE a.intent_id IS NOT NULL AND NOT EXISTS (SELECT FROM payment_intent i WHERE i.id = a.intent_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'there is no payment %', missing USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION require_instalments() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE missing int;
BEGIN
  PERFORM 1 FROM payment_schedule WHERE id IN (SELECT schedule_id FROM added) ORDER BY id FOR KEY SHARE;
  SELECT a.schedule_id INTO missing FROM added a
  WHERE NOT EXISTS (SELECT FROM payment_schedule s WHERE s.id = a.schedule_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'there is no instalment %', missing USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER ledger_transaction_of_payment ON ledger_transaction;
CREATE TRIGGER ledger_transaction_of_payment AFTER INSERT ON ledger_transaction
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION require_payments();
DROP TRIGGER payment_allocation_of_payment ON payment_allocation;
CREATE TRIGGER payment_allocation_of_payment AFTER INSERT ON payment_allocation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION require_payments();
DROP TRIGGER payment_allocation_of_instalment ON payment_allocation;
CREATE TRIGGER payment_allocation_of_instalment AFTER INSERT ON payment_allocation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION require_instalments();

-- What came back three times is not presented again: looked at for attempts of an instalment from an account alone.
CREATE FUNCTION refuse_third_representments() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE asked payment_intent; came_back int;
BEGIN
  FOR asked IN
    SELECT i.* FROM added a JOIN payment_intent i ON i.id = a.intent_id
    WHERE i.schedule_id IS NOT NULL AND i.bank_account_id IS NOT NULL AND i.payment_type = 'DEBIT'
  LOOP
    SELECT count(*) INTO came_back
    FROM payment_intent i JOIN processor_event e ON e.intent_id = i.id AND e.kind = 'RETURN'
    JOIN bank_account b ON b.id = i.bank_account_id
    JOIN bank_account own ON own.id = asked.bank_account_id
      AND own.number_index = b.number_index AND own.routing = b.routing
    WHERE i.schedule_id = asked.schedule_id AND i.id <> asked.id AND i.payment_type = 'DEBIT'
      AND e.code IN ('R01', 'R09', 'A', 'B')
      AND NOT EXISTS (SELECT 1 FROM debit_cure c WHERE c.number_index = own.number_index AND c.routing = own.routing
        AND c.cure = 'authorisation' AND c.obtained_on >= e.happened_on);
    IF came_back > 2 THEN
      RAISE EXCEPTION 'the instalment % came back % times: it is not presented again', asked.schedule_id, came_back
        USING ERRCODE = 'check_violation';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

DROP TRIGGER payment_attempt_representment ON payment_attempt;
CREATE TRIGGER payment_attempt_representment AFTER INSERT ON payment_attempt
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_third_representments();

-- As before, of a payment of another system without a call for each row.
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

-- Whoever writes thousands of rows sets right what lists show of their customers himself, for all at once, and says so before:
-- then nothing is kept for each row until the transaction ends.
CREATE FUNCTION is_loading() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('countinghouse.loading', true), '') = 'on'
$$;

DROP TRIGGER application_follow_rows ON application;
CREATE CONSTRAINT TRIGGER application_follow_rows AFTER INSERT OR DELETE ON application DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NOT is_loading()) EXECUTE FUNCTION follow_row();
DROP TRIGGER bank_link_follow_rows ON bank_link;
CREATE CONSTRAINT TRIGGER bank_link_follow_rows AFTER INSERT OR DELETE ON bank_link DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NOT is_loading()) EXECUTE FUNCTION follow_row();
DROP TRIGGER user_balance_follow_rows ON user_balance;
CREATE CONSTRAINT TRIGGER user_balance_follow_rows AFTER INSERT OR DELETE ON user_balance DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NOT is_loading()) EXECUTE FUNCTION follow_row();
DROP TRIGGER user_balance_follow ON user_balance;
CREATE CONSTRAINT TRIGGER user_balance_follow AFTER UPDATE ON user_balance DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.balance_cents <> OLD.balance_cents AND NOT is_loading()) EXECUTE FUNCTION follow_row();
DROP TRIGGER payment_schedule_follow_rows ON payment_schedule;
CREATE CONSTRAINT TRIGGER payment_schedule_follow_rows AFTER INSERT OR DELETE ON payment_schedule DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NOT is_loading()) EXECUTE FUNCTION follow_row();
DROP TRIGGER payment_schedule_follow ON payment_schedule;
CREATE CONSTRAINT TRIGGER payment_schedule_follow AFTER UPDATE ON payment_schedule DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((NEW.payment_date, NEW.status, NEW.application_id)
    IS DISTINCT FROM (OLD.payment_date, OLD.status, OLD.application_id) AND NOT is_loading())
  EXECUTE FUNCTION follow_row();
DROP TRIGGER payment_intent_follow_new ON payment_intent;
CREATE CONSTRAINT TRIGGER payment_intent_follow_new AFTER INSERT ON payment_intent DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.payment_type = 'DEBIT' AND NEW.state IN ('SUBMITTED', 'SUCCEEDED', 'SETTLED') AND NOT is_loading())
  EXECUTE FUNCTION follow_row();
