-- What Prisma's schema language cannot say: search, exact counts, and the rules no code may break.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Users: one e-mail, one user. Search by any part of id, name, e-mail, phone or business.
CREATE UNIQUE INDEX users_email_unique ON users (email) WHERE email <> '';

CREATE FUNCTION users_search_text(id int, firstname text, lastname text, email text, phone text,
                                  business_name text, company_name text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN id::text || ' ' || firstname || ' ' || lastname || ' ' || email || ' ' || phone || ' '
         || business_name || ' ' || company_name;

CREATE INDEX users_search ON users USING gin
  (users_search_text(id, firstname, lastname, email, phone, business_name, company_name) gin_trgm_ops);

-- A word too short for trigrams is looked up as the start of a name.
CREATE INDEX users_firstname_prefix ON users (lower(firstname) text_pattern_ops);
CREATE INDEX users_lastname_prefix ON users (lower(lastname) text_pattern_ops);
CREATE INDEX users_business_name_prefix ON users (lower(business_name) text_pattern_ops);

-- Exact totals without counting.
INSERT INTO row_counter (table_name, rows) VALUES ('users', 0);

CREATE FUNCTION count_inserted_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE row_counter SET rows = rows + (SELECT count(*) FROM changed) WHERE table_name = TG_TABLE_NAME;
  RETURN NULL;
END $$;

CREATE FUNCTION count_deleted_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE row_counter SET rows = rows - (SELECT count(*) FROM changed) WHERE table_name = TG_TABLE_NAME;
  RETURN NULL;
END $$;

CREATE FUNCTION count_truncated_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE row_counter SET rows = 0 WHERE table_name = TG_TABLE_NAME;
  RETURN NULL;
END $$;

CREATE TRIGGER users_count_inserted AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_rows();
CREATE TRIGGER users_count_deleted AFTER DELETE ON users
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_rows();
CREATE TRIGGER users_count_truncated AFTER TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION count_truncated_rows();

-- One primary instrument of a kind.
CREATE UNIQUE INDEX card_one_primary ON card (user_id) WHERE is_primary;

-- Append-only tables.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE ON audit_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_event_no_truncate BEFORE TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transaction_append_only BEFORE UPDATE OR DELETE ON ledger_transaction
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transaction_no_truncate BEFORE TRUNCATE ON ledger_transaction
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entry_no_truncate BEFORE TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The entries of a ledger transaction sum to zero when it commits.
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_not_zero CHECK (amount_cents <> 0);

CREATE FUNCTION check_ledger_transaction_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE total numeric;
BEGIN
  SELECT sum(amount_cents) INTO total FROM ledger_entry WHERE transaction_id = NEW.transaction_id;
  IF total <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % is out of balance by % cents', NEW.transaction_id, total
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER ledger_entry_balances AFTER INSERT ON ledger_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_transaction_balances();

-- A payment intent moves along allowed edges only, and what it is about never changes.
ALTER TABLE payment_intent ADD CONSTRAINT payment_intent_amount_positive CHECK (amount_cents > 0);

INSERT INTO payment_state_edge (from_state, to_state) VALUES
  ('CREATED', 'READY'),
  ('READY', 'SENDING'), ('READY', 'CANCELLED'),
  ('SENDING', 'SUBMITTED'), ('SENDING', 'SUCCEEDED'), ('SENDING', 'FAILED'), ('SENDING', 'UNKNOWN'),
  ('SUBMITTED', 'SETTLED'), ('SETTLED', 'RETURNED'), ('SUCCEEDED', 'CHARGED_BACK'),
  ('UNKNOWN', 'SUBMITTED'), ('UNKNOWN', 'SUCCEEDED'), ('UNKNOWN', 'FAILED'), ('UNKNOWN', 'MANUAL');

CREATE FUNCTION check_payment_intent_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'CREATED' THEN
      RAISE EXCEPTION 'a payment intent begins as CREATED, not %', NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.user_id, NEW.kind, NEW.payment_type, NEW.business_key, NEW.amount_cents)
     IS DISTINCT FROM (OLD.user_id, OLD.kind, OLD.payment_type, OLD.business_key, OLD.amount_cents) THEN
    RAISE EXCEPTION 'what payment intent % is about never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> OLD.state AND NOT EXISTS (
       SELECT 1 FROM payment_state_edge WHERE from_state = OLD.state AND to_state = NEW.state) THEN
    RAISE EXCEPTION 'payment intent % may not move from % to %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER payment_intent_move BEFORE INSERT OR UPDATE ON payment_intent
  FOR EACH ROW EXECUTE FUNCTION check_payment_intent_move();
CREATE TRIGGER payment_intent_no_delete BEFORE DELETE ON payment_intent
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_intent_no_truncate BEFORE TRUNCATE ON payment_intent
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
