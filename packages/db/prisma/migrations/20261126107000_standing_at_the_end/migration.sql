-- What lists show of a customer is set right at the end of a transaction, after all that it locks itself. Before, the row was
-- locked in the middle: a payment had it and waited for an instalment, whoever moved the instalment had that and waited for the row.
-- The functions of these triggers are taken away one release later.
DROP TRIGGER users_follow ON users;
DROP TRIGGER application_follow_new ON application;
DROP TRIGGER application_follow_gone ON application;
DROP TRIGGER application_follow ON application;
DROP TRIGGER bank_link_follow_new ON bank_link;
DROP TRIGGER bank_link_follow_gone ON bank_link;
DROP TRIGGER bank_link_follow ON bank_link;
DROP TRIGGER user_balance_follow_new ON user_balance;
DROP TRIGGER user_balance_follow_gone ON user_balance;
DROP TRIGGER user_balance_follow ON user_balance;
DROP TRIGGER payment_schedule_follow_new ON payment_schedule;
DROP TRIGGER payment_schedule_follow_gone ON payment_schedule;
DROP TRIGGER payment_schedule_follow ON payment_schedule;
DROP TRIGGER payment_intent_follow_new ON payment_intent;
DROP TRIGGER payment_intent_follow ON payment_intent;

CREATE FUNCTION follow_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_user_standing(ARRAY[NEW.id]);
  RETURN NULL;
END $$;

-- Of a row that names its user.
CREATE FUNCTION follow_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_user_standing(ARRAY[CASE TG_OP WHEN 'DELETE' THEN OLD.user_id ELSE NEW.user_id END]);
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER users_follow AFTER UPDATE ON users DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((NEW.do_not_fund, NEW.is_external) IS DISTINCT FROM (OLD.do_not_fund, OLD.is_external))
  EXECUTE FUNCTION follow_user();

CREATE CONSTRAINT TRIGGER application_follow_rows AFTER INSERT OR DELETE ON application DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION follow_row();
CREATE CONSTRAINT TRIGGER application_follow AFTER UPDATE ON application DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((NEW.stage, NEW.funded_at, NEW.alloy_status, NEW.manually_approved_at)
    IS DISTINCT FROM (OLD.stage, OLD.funded_at, OLD.alloy_status, OLD.manually_approved_at))
  EXECUTE FUNCTION follow_row();

CREATE CONSTRAINT TRIGGER bank_link_follow_rows AFTER INSERT OR DELETE ON bank_link DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION follow_row();
CREATE CONSTRAINT TRIGGER bank_link_follow AFTER UPDATE ON bank_link DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((NEW.is_active, NEW.is_manual) IS DISTINCT FROM (OLD.is_active, OLD.is_manual))
  EXECUTE FUNCTION follow_row();

CREATE CONSTRAINT TRIGGER user_balance_follow_rows AFTER INSERT OR DELETE ON user_balance DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION follow_row();
CREATE CONSTRAINT TRIGGER user_balance_follow AFTER UPDATE ON user_balance DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.balance_cents <> OLD.balance_cents) EXECUTE FUNCTION follow_row();

CREATE CONSTRAINT TRIGGER payment_schedule_follow_rows AFTER INSERT OR DELETE ON payment_schedule DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION follow_row();
CREATE CONSTRAINT TRIGGER payment_schedule_follow AFTER UPDATE ON payment_schedule DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((NEW.payment_date, NEW.status, NEW.application_id)
    IS DISTINCT FROM (OLD.payment_date, OLD.status, OLD.application_id))
  EXECUTE FUNCTION follow_row();

-- Of a payment counts that money moved, not on which way it is.
CREATE CONSTRAINT TRIGGER payment_intent_follow_new AFTER INSERT ON payment_intent DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.payment_type = 'DEBIT' AND NEW.state IN ('SUBMITTED', 'SUCCEEDED', 'SETTLED'))
  EXECUTE FUNCTION follow_row();
CREATE CONSTRAINT TRIGGER payment_intent_follow AFTER UPDATE ON payment_intent DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.payment_type = 'DEBIT'
    AND (NEW.state IN ('SUBMITTED', 'SUCCEEDED', 'SETTLED'), NEW.moved_cents)
      IS DISTINCT FROM (OLD.state IN ('SUBMITTED', 'SUCCEEDED', 'SETTLED'), OLD.moved_cents))
  EXECUTE FUNCTION follow_row();
