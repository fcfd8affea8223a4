-- What an import made, by its id, and what it completed: so that it can be undone.
ALTER TABLE "application" ADD COLUMN "import_run_id" UUID;
ALTER TABLE "bank_account" ADD COLUMN "import_run_id" UUID;
ALTER TABLE "card" ADD COLUMN "import_run_id" UUID;
ALTER TABLE "derogatory_remark" ADD COLUMN "import_run_id" UUID;
ALTER TABLE "note" ADD COLUMN "import_run_id" UUID;
ALTER TABLE "payment_intent" ADD COLUMN "import_run_id" UUID;
ALTER TABLE "user_file" ADD COLUMN "import_run_id" UUID;

CREATE TABLE "import_customer" (
    "run_id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "import_key" TEXT NOT NULL DEFAULT '',
    "is_made" BOOLEAN NOT NULL,
    "before" JSONB,
    "version_before" INTEGER,
    "version_after" INTEGER,
    "after_event_id" BIGINT NOT NULL,
    "undone_at" TIMESTAMPTZ(3),
    "reason" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "import_customer_pkey" PRIMARY KEY ("run_id", "user_id")
);

CREATE TYPE "ImportUndoState" AS ENUM ('CHECKING', 'CHECKED', 'RUNNING', 'PAUSED', 'DONE', 'FAILED');

CREATE TABLE "import_undo" (
    "job_id" UUID NOT NULL,
    "state" "ImportUndoState" NOT NULL,
    "plan" JSONB,
    "progress" JSONB,
    "report" JSONB,
    "error" TEXT NOT NULL DEFAULT '',
    "requested_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "process_id" UUID,

    CONSTRAINT "import_undo_pkey" PRIMARY KEY ("job_id")
);

CREATE INDEX "import_customer_user_id_idx" ON "import_customer"("user_id");

ALTER TABLE "import_undo" ADD CONSTRAINT "import_undo_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "import_job"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "import_undo" ADD CONSTRAINT "import_undo_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The ledger is only added to, and names payments and instalments. They are there when it is written, and are deleted in one
-- case alone: an import is undone, and every transaction of theirs was taken back by another.
ALTER TABLE "ledger_transaction" DROP CONSTRAINT "ledger_transaction_intent_id_fkey";
ALTER TABLE "payment_allocation" DROP CONSTRAINT "payment_allocation_intent_id_fkey";
ALTER TABLE "payment_allocation" DROP CONSTRAINT "payment_allocation_schedule_id_fkey";

CREATE FUNCTION require_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM payment_intent WHERE id = NEW.intent_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no payment %', NEW.intent_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION require_instalment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM payment_schedule WHERE id = NEW.schedule_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no instalment %', NEW.schedule_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER ledger_transaction_of_payment BEFORE INSERT ON ledger_transaction
  FOR EACH ROW WHEN (NEW.intent_id IS NOT NULL) EXECUTE FUNCTION require_payment();
CREATE TRIGGER payment_allocation_of_payment BEFORE INSERT ON payment_allocation
  FOR EACH ROW EXECUTE FUNCTION require_payment();
CREATE TRIGGER payment_allocation_of_instalment BEFORE INSERT ON payment_allocation
  FOR EACH ROW EXECUTE FUNCTION require_instalment();

CREATE FUNCTION refuse_payment_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.import_run_id IS NULL OR EXISTS (
    SELECT FROM ledger_transaction t WHERE t.intent_id = OLD.id AND t.reverses_id IS NULL
      AND NOT EXISTS (SELECT FROM ledger_transaction r WHERE r.reverses_id = t.id)) THEN
    RAISE EXCEPTION 'payment % is kept: DELETE is refused', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;

DROP TRIGGER payment_intent_no_delete ON payment_intent;
CREATE TRIGGER payment_intent_no_delete BEFORE DELETE ON payment_intent
  FOR EACH ROW EXECUTE FUNCTION refuse_payment_delete();

CREATE FUNCTION refuse_paid_instalment_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payment_allocation l JOIN payment_intent i ON i.id = l.intent_id WHERE l.schedule_id = OLD.id) THEN
    RAISE EXCEPTION 'instalment % was paid: DELETE is refused', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER payment_schedule_no_delete_paid BEFORE DELETE ON payment_schedule
  FOR EACH ROW EXECUTE FUNCTION refuse_paid_instalment_delete();

-- Where many instalments go at once, what they were in the sums of the overview is taken out at once as well.
DROP TRIGGER payment_schedule_deleted_portfolio ON payment_schedule;
CREATE TRIGGER payment_schedule_deleted_portfolio BEFORE DELETE ON payment_schedule
  FOR EACH ROW WHEN (coalesce(current_setting('countinghouse.taken_out', true), '') <> 'on')
  EXECUTE FUNCTION take_schedule_out_of_portfolio();

-- Why what an import did of these customers can not be undone, the plainest reason of each first: somebody else has done something with
-- them since. `looks` are the actions that only read. What refers to rows of the import is found by the constraints there are.
CREATE FUNCTION import_undo_reasons(run uuid, ids int[], looks text[])
RETURNS TABLE (user_id int, reason text) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  made int[] := ARRAY(SELECT c.user_id FROM import_customer c WHERE c.run_id = run AND c.user_id = ANY (ids) AND c.is_made);
  applications int[] := ARRAY(SELECT a.id FROM application a WHERE a.user_id = ANY (ids) AND a.import_run_id = run);
  payments uuid[] := ARRAY(SELECT i.id FROM payment_intent i WHERE i.user_id = ANY (ids) AND i.import_run_id = run);
  accounts int[] := ARRAY(SELECT b.id FROM bank_account b WHERE b.user_id = ANY (ids) AND b.import_run_id = run);
  cards int[] := ARRAY(SELECT c.id FROM card c WHERE c.user_id = ANY (ids) AND c.import_run_id = run);
  notes uuid[] := ARRAY(SELECT n.id FROM note n WHERE n.user_id = ANY (ids) AND n.import_run_id = run);
  files uuid[] := ARRAY(SELECT f.id FROM user_file f WHERE f.user_id = ANY (ids) AND f.import_run_id = run);
  instalments int[] := ARRAY(SELECT s.id FROM payment_schedule s WHERE s.application_id = ANY (applications));
  links int[] := ARRAY(SELECT k.id FROM bank_link k WHERE k.user_id = ANY (made) AND k.is_manual);
  part record;
  of_parent text;
  is_other text;
BEGIN
  RETURN QUERY SELECT c.user_id, 'another import has brought something since: undo that one first'
    FROM import_customer c JOIN import_customer o ON o.user_id = c.user_id AND o.run_id <> run AND o.undone_at IS NULL
    WHERE c.run_id = run AND c.user_id = ANY (ids) AND o.after_event_id > c.after_event_id;
  RETURN QUERY SELECT c.user_id, 'changed since'
    FROM import_customer c JOIN users u ON u.id = c.user_id
    WHERE c.run_id = run AND c.user_id = ANY (ids) AND c.version_after IS NOT NULL AND u.version <> c.version_after;
  RETURN QUERY SELECT c.user_id, 'another customer has the e-mail address that stood here before'
    FROM import_customer c JOIN users u ON u.email = c.before ->> 'email' AND u.id <> c.user_id
    WHERE c.run_id = run AND c.user_id = ANY (ids) AND c.before ->> 'email' <> '';

  RETURN QUERY WITH own (kind, id, user_id) AS (
      SELECT 'user', asked::text, asked FROM unnest(ids) asked
      UNION ALL SELECT 'business', asked::text, asked FROM unnest(ids) asked
      UNION ALL SELECT 'application', a.id::text, a.user_id FROM application a WHERE a.id = ANY (applications)
      UNION ALL SELECT 'payment', i.id::text, i.user_id FROM payment_intent i WHERE i.id = ANY (payments)
      UNION ALL SELECT 'bank_account', b.id::text, b.user_id FROM bank_account b WHERE b.id = ANY (accounts)
      UNION ALL SELECT 'card', c.id::text, c.user_id FROM card c WHERE c.id = ANY (cards)
      UNION ALL SELECT 'note', n.id::text, n.user_id FROM note n WHERE n.id = ANY (notes)
      UNION ALL SELECT 'user_file', f.id::text, f.user_id FROM user_file f WHERE f.id = ANY (files))
    SELECT DISTINCT ON (own.user_id) own.user_id, 'touched since: ' || e.action
    FROM own JOIN import_customer c ON c.run_id = run AND c.user_id = own.user_id
    JOIN audit_event e ON e.subject_type = own.kind AND e.subject_id = own.id AND e.id > c.after_event_id
    WHERE e.action <> ALL (looks) ORDER BY own.user_id, e.id;

  FOR part IN
    SELECT k.conrelid::regclass::text AS child, a.attname::text AS child_column, k.confrelid::regclass::text AS parent
    FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f' AND k.confrelid::regclass::text IN ('users', 'application', 'payment_intent', 'bank_account', 'card',
      'note', 'user_file', 'payment_schedule', 'bank_link')
    UNION
    SELECT t.relname::text, 'user_id', 'users' FROM pg_class t
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'user_id' AND a.atttypid = 'int'::regtype AND NOT a.attisdropped
    WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p')
  LOOP
    -- What an import makes beside its rows, and who has looked at whom.
    CONTINUE WHEN part.child IN ('offer', 'manual_payment', 'payment_attempt', 'user_balance', 'user_standing', 'ledger_account',
      'customer_reading', 'import_customer');
    is_other := CASE
      WHEN part.child IN ('application', 'payment_intent', 'bank_account', 'card', 'note', 'derogatory_remark', 'user_file')
        THEN 'x.import_run_id IS DISTINCT FROM $1'
      WHEN part.child = 'payment_schedule' THEN 'x.application_id <> ALL ($2)'
      WHEN part.child = 'bank_link' THEN 'NOT x.is_manual'
      ELSE 'true' END;
    of_parent := format('SELECT p.%s, ''there is something else of the customer since: '' || %L FROM %I x JOIN %I p ON p.id = x.%I WHERE x.%I = ANY ($3) AND %s',
      CASE part.parent WHEN 'users' THEN 'id' ELSE 'user_id' END, replace(part.child, '_', ' '), part.child, part.parent,
      part.child_column, part.child_column, is_other);
    CASE part.parent
      WHEN 'users' THEN RETURN QUERY EXECUTE of_parent USING run, applications, made;
      WHEN 'application' THEN RETURN QUERY EXECUTE of_parent USING run, applications, applications;
      WHEN 'payment_intent' THEN RETURN QUERY EXECUTE of_parent USING run, applications, payments;
      WHEN 'bank_account' THEN RETURN QUERY EXECUTE of_parent USING run, applications, accounts;
      WHEN 'card' THEN RETURN QUERY EXECUTE of_parent USING run, applications, cards;
      WHEN 'note' THEN RETURN QUERY EXECUTE of_parent USING run, applications, notes;
      WHEN 'user_file' THEN RETURN QUERY EXECUTE of_parent USING run, applications, files;
      WHEN 'payment_schedule' THEN RETURN QUERY EXECUTE of_parent USING run, applications, instalments;
      WHEN 'bank_link' THEN RETURN QUERY EXECUTE of_parent USING run, applications, links;
    END CASE;
  END LOOP;

  RETURN QUERY SELECT s.user_id, 'another payment has paid an instalment of it'
    FROM payment_allocation l JOIN payment_schedule s ON s.id = l.schedule_id
    WHERE l.schedule_id = ANY (instalments) AND l.intent_id <> ALL (payments);
  RETURN QUERY SELECT s.user_id, 'a payment of it has paid an instalment that the import did not bring'
    FROM payment_allocation l JOIN payment_schedule s ON s.id = l.schedule_id
    WHERE l.intent_id = ANY (payments) AND l.schedule_id <> ALL (instalments);
  RETURN QUERY SELECT i.user_id, 'a payment of it was booked otherwise since'
    FROM ledger_transaction t JOIN payment_intent i ON i.id = t.intent_id
    WHERE t.intent_id = ANY (payments) AND t.kind NOT IN ('imported-advance', 'imported-payment', 'imported-return', 'opening-balance');
END $$;

-- Takes the rows of an import away, of customers whose transactions in the ledger were taken back: those it made go themselves,
-- of others what it completed becomes what it was. The ledger stays; the account of a customer who has gone is nobody's.
CREATE FUNCTION remove_import(run uuid, ids int[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  made int[] := ARRAY(SELECT c.user_id FROM import_customer c WHERE c.run_id = run AND c.user_id = ANY (ids) AND c.is_made);
  applications int[] := ARRAY(SELECT a.id FROM application a WHERE a.user_id = ANY (ids) AND a.import_run_id = run);
  payments uuid[] := ARRAY(SELECT i.id FROM payment_intent i WHERE i.user_id = ANY (ids) AND i.import_run_id = run);
  entries bigint[] := ARRAY(SELECT e.id FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
    WHERE t.intent_id = ANY (payments)
    UNION SELECT e.id FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id WHERE a.user_id = ANY (made));
BEGIN
  -- The sums of the overview tell entries by their payment, which goes.
  INSERT INTO portfolio_change (measure, on_day, part, cents, entries)
  SELECT p.measure, p.on_day, p.part, -sum(p.cents), -count(*)
  FROM unnest(entries) AS own (id) JOIN portfolio_entries() p ON p.entry_id = own.id GROUP BY 1, 2, 3;
  UPDATE ledger_account SET user_id = NULL WHERE user_id = ANY (made);

  DELETE FROM manual_payment WHERE intent_id = ANY (payments);
  DELETE FROM payment_attempt WHERE intent_id = ANY (payments);
  DELETE FROM payment_intent WHERE id = ANY (payments);
  DELETE FROM user_file WHERE user_id = ANY (ids) AND import_run_id = run;
  PERFORM move_portfolio_schedules(ARRAY(SELECT s.id FROM payment_schedule s WHERE s.application_id = ANY (applications)), -1);
  PERFORM set_config('countinghouse.taken_out', 'on', true);
  DELETE FROM payment_schedule WHERE application_id = ANY (applications);
  PERFORM set_config('countinghouse.taken_out', 'off', true);
  DELETE FROM offer WHERE application_id = ANY (applications);
  DELETE FROM application WHERE id = ANY (applications);
  DELETE FROM bank_account WHERE user_id = ANY (ids) AND import_run_id = run;
  DELETE FROM bank_link k WHERE k.user_id = ANY (ids) AND k.is_manual
    AND NOT EXISTS (SELECT FROM bank_account b WHERE b.bank_link_id = k.id);
  DELETE FROM card WHERE user_id = ANY (ids) AND import_run_id = run;
  DELETE FROM note WHERE user_id = ANY (ids) AND import_run_id = run;
  DELETE FROM derogatory_remark WHERE user_id = ANY (ids) AND import_run_id = run;
  DELETE FROM user_balance WHERE user_id = ANY (made);
  DELETE FROM users WHERE id = ANY (made);

  UPDATE users u SET version = u.version + 1, updated_at = now(),
    (firstname, lastname, email, phone, verification_phone, dob, current_address, city, state, zipcode, ssn_sealed, ssn_index,
      ssn_last4, ein_sealed, ein_index, occupation, business_category, business_type, business_name, company_name,
      business_start_date, naics_code, platform, zoho_id)
    = (SELECT r.firstname, r.lastname, r.email, r.phone, r.verification_phone, r.dob, r.current_address, r.city, r.state,
        r.zipcode, r.ssn_sealed, r.ssn_index, r.ssn_last4, r.ein_sealed, r.ein_index, r.occupation, r.business_category,
        r.business_type, r.business_name, r.company_name, r.business_start_date, r.naics_code, r.platform, r.zoho_id
      FROM jsonb_populate_record(u, c.before) r)
  FROM import_customer c WHERE c.run_id = run AND c.user_id = u.id AND u.id = ANY (ids) AND NOT c.is_made AND c.before IS NOT NULL;
  -- What an earlier import left is as it left it once more.
  UPDATE import_customer o SET version_after = u.version
  FROM import_customer c JOIN users u ON u.id = c.user_id
  WHERE c.run_id = run AND c.user_id = ANY (ids) AND o.user_id = c.user_id AND o.run_id <> run AND o.undone_at IS NULL
    AND o.version_after = c.version_before;

  INSERT INTO portfolio_change (measure, on_day, part, cents, entries)
  SELECT p.measure, p.on_day, p.part, sum(p.cents), count(*)
  FROM unnest(entries) AS own (id) JOIN portfolio_entries() p ON p.entry_id = own.id GROUP BY 1, 2, 3;
  PERFORM refresh_user_standing(ARRAY(SELECT asked FROM unnest(ids) asked WHERE asked <> ALL (made)));
END $$;
