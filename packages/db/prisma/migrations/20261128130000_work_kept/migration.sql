-- What waits for a person, kept: one row a cause, as the statements of the queue derive it. What changes a fact says whose items
-- may be others by now, in a row of its own, so that no two payments wait for each other; one reader at a time derives those
-- again and deletes what said so.
CREATE TABLE "work_cause" (
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "customer_id" INTEGER,
    "money_cents" BIGINT,
    "since" TIMESTAMPTZ(6) NOT NULL,
    "latest" TIMESTAMPTZ(6) NOT NULL,
    "deadline" DATE,
    "said" TEXT NOT NULL,
    "payment_id" TEXT,
    "begins_at" TIMESTAMPTZ(6),
    "ends_at" TIMESTAMPTZ(6),
    "rank" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "work_cause_pkey" PRIMARY KEY ("kind", "key")
);
CREATE INDEX "work_cause_customer_id_idx" ON "work_cause"("customer_id");
CREATE INDEX "work_cause_kind_rank_since_idx" ON "work_cause"("kind", "rank" DESC, "since");

CREATE TABLE "work_change" (
    "id" BIGSERIAL NOT NULL,
    "customer_id" INTEGER,
    "kind" TEXT,

    CONSTRAINT "work_change_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "work_change" ADD CONSTRAINT work_change_is_of_one CHECK ((customer_id IS NULL) <> (kind IS NULL));

CREATE TABLE "work_kept" (
    "kind" TEXT NOT NULL,
    "day" DATE,
    "derived_at" TIMESTAMPTZ(3),
    "compared_at" TIMESTAMPTZ(3),
    "differed" INTEGER NOT NULL DEFAULT 0,
    "difference" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "work_kept_pkey" PRIMARY KEY ("kind")
);

-- Of tables whose rows are a customer's. What a function plans at its first call it keeps, however many rows come later: none of
-- these joins what was changed by anything but an index.
CREATE FUNCTION mark_work_of_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO work_change (customer_id) SELECT DISTINCT user_id FROM added WHERE user_id IS NOT NULL;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO work_change (customer_id) SELECT DISTINCT user_id FROM removed WHERE user_id IS NOT NULL;
  ELSE
    INSERT INTO work_change (customer_id)
    SELECT user_id FROM added WHERE user_id IS NOT NULL UNION SELECT user_id FROM removed WHERE user_id IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

-- Of tables whose rows are few where they count: the kind as a whole is derived again.
CREATE FUNCTION mark_work_of_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO work_change (kind) SELECT TG_ARGV[0] WHERE EXISTS (SELECT FROM removed);
  ELSE
    INSERT INTO work_change (kind) SELECT TG_ARGV[0] WHERE EXISTS (SELECT FROM added);
  END IF;
  RETURN NULL;
END $$;

-- Messages that failed, or are not failed any more: of all others nobody has to hear.
CREATE FUNCTION mark_work_of_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO work_change (kind) SELECT 'FAILED_MESSAGE' WHERE EXISTS (SELECT FROM added WHERE state = 'FAILED');
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO work_change (kind) SELECT 'FAILED_MESSAGE' WHERE EXISTS (SELECT FROM removed WHERE state = 'FAILED');
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION mark_work_of_exception() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO work_change (customer_id) SELECT DISTINCT i.user_id
    FROM added e CROSS JOIN LATERAL (SELECT user_id FROM payment_intent WHERE id = e.intent_id OFFSET 0) i;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO work_change (customer_id) SELECT DISTINCT i.user_id
    FROM removed e CROSS JOIN LATERAL (SELECT user_id FROM payment_intent WHERE id = e.intent_id OFFSET 0) i;
  END IF;
  RETURN NULL;
END $$;

-- A report of a processor is about the customer of its payment; where it could not be applied it waits by itself as well.
CREATE FUNCTION mark_work_of_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO work_change (customer_id) SELECT DISTINCT i.user_id
    FROM added e CROSS JOIN LATERAL (SELECT user_id FROM payment_intent WHERE id = e.intent_id OFFSET 0) i;
    INSERT INTO work_change (kind) SELECT unnest(ARRAY['UNMATCHED_REPORT', 'UNPROCESSED_REPORT'])
    WHERE EXISTS (SELECT FROM added WHERE stage IS NOT NULL);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO work_change (customer_id) SELECT DISTINCT i.user_id
    FROM removed e CROSS JOIN LATERAL (SELECT user_id FROM payment_intent WHERE id = e.intent_id OFFSET 0) i;
    INSERT INTO work_change (kind) SELECT unnest(ARRAY['UNMATCHED_REPORT', 'UNPROCESSED_REPORT'])
    WHERE EXISTS (SELECT FROM removed WHERE stage IS NOT NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION mark_work_of_correction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO work_change (customer_id) SELECT DISTINCT k.user_id
    FROM added c CROSS JOIN LATERAL (SELECT user_id FROM bank_account WHERE id = c.account_id OFFSET 0) k;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO work_change (customer_id) SELECT DISTINCT k.user_id
    FROM removed c CROSS JOIN LATERAL (SELECT user_id FROM bank_account WHERE id = c.account_id OFFSET 0) k;
  END IF;
  RETURN NULL;
END $$;

-- An authorisation counts for the account, whoever has it.
CREATE FUNCTION mark_work_of_cure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO work_change (customer_id) SELECT DISTINCT k.user_id
    FROM added c CROSS JOIN LATERAL (
      SELECT user_id FROM bank_account WHERE number_index = c.number_index AND routing = c.routing OFFSET 0) k;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO work_change (customer_id) SELECT DISTINCT k.user_id
    FROM removed c CROSS JOIN LATERAL (
      SELECT user_id FROM bank_account WHERE number_index = c.number_index AND routing = c.routing OFFSET 0) k;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER account_correction_work_added AFTER INSERT ON account_correction
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_correction();
CREATE TRIGGER account_correction_work_changed AFTER UPDATE ON account_correction
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_correction();
CREATE TRIGGER account_correction_work_removed AFTER DELETE ON account_correction
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_correction();
CREATE TRIGGER adverse_action_notice_work_added AFTER INSERT ON adverse_action_notice
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER adverse_action_notice_work_changed AFTER UPDATE ON adverse_action_notice
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER adverse_action_notice_work_removed AFTER DELETE ON adverse_action_notice
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER application_work_added AFTER INSERT ON application
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER application_work_changed AFTER UPDATE ON application
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER application_work_removed AFTER DELETE ON application
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER approval_work_added AFTER INSERT ON approval
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_kind('APPROVAL');
CREATE TRIGGER approval_work_changed AFTER UPDATE ON approval
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_kind('APPROVAL');
CREATE TRIGGER approval_work_removed AFTER DELETE ON approval
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_kind('APPROVAL');
CREATE TRIGGER bank_account_work_added AFTER INSERT ON bank_account
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER bank_account_work_changed AFTER UPDATE ON bank_account
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER bank_account_work_removed AFTER DELETE ON bank_account
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER bank_link_work_added AFTER INSERT ON bank_link
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER bank_link_work_changed AFTER UPDATE ON bank_link
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER bank_link_work_removed AFTER DELETE ON bank_link
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER business_work_added AFTER INSERT ON business
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER business_work_changed AFTER UPDATE ON business
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER business_work_removed AFTER DELETE ON business
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER business_lien_work_added AFTER INSERT ON business_lien
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER business_lien_work_changed AFTER UPDATE ON business_lien
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER business_lien_work_removed AFTER DELETE ON business_lien
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER card_work_added AFTER INSERT ON card
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER card_work_changed AFTER UPDATE ON card
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER card_work_removed AFTER DELETE ON card
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER debit_cure_work_added AFTER INSERT ON debit_cure
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_cure();
CREATE TRIGGER debit_cure_work_changed AFTER UPDATE ON debit_cure
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_cure();
CREATE TRIGGER debit_cure_work_removed AFTER DELETE ON debit_cure
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_cure();
CREATE TRIGGER decision_work_added AFTER INSERT ON decision
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER decision_work_changed AFTER UPDATE ON decision
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER decision_work_removed AFTER DELETE ON decision
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER drift_work_added AFTER INSERT ON drift
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_kind('DRIFT');
CREATE TRIGGER drift_work_changed AFTER UPDATE ON drift
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_kind('DRIFT');
CREATE TRIGGER drift_work_removed AFTER DELETE ON drift
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_kind('DRIFT');
CREATE TRIGGER institution_work_added AFTER INSERT ON institution
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_kind('INSTITUTION_DOWN');
CREATE TRIGGER institution_work_changed AFTER UPDATE ON institution
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_kind('INSTITUTION_DOWN');
CREATE TRIGGER institution_work_removed AFTER DELETE ON institution
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_kind('INSTITUTION_DOWN');
CREATE TRIGGER note_work_added AFTER INSERT ON note
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER note_work_changed AFTER UPDATE ON note
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER note_work_removed AFTER DELETE ON note
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER outbox_message_work_added AFTER INSERT ON outbox_message
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_message();
CREATE TRIGGER outbox_message_work_changed AFTER UPDATE ON outbox_message
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_message();
CREATE TRIGGER outbox_message_work_removed AFTER DELETE ON outbox_message
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_message();
CREATE TRIGGER payment_exception_work_added AFTER INSERT ON payment_exception
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_exception();
CREATE TRIGGER payment_exception_work_changed AFTER UPDATE ON payment_exception
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_exception();
CREATE TRIGGER payment_exception_work_removed AFTER DELETE ON payment_exception
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_exception();
CREATE TRIGGER payment_intent_work_added AFTER INSERT ON payment_intent
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER payment_intent_work_changed AFTER UPDATE ON payment_intent
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER payment_intent_work_removed AFTER DELETE ON payment_intent
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER payment_preference_work_added AFTER INSERT ON payment_preference
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER payment_preference_work_changed AFTER UPDATE ON payment_preference
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER payment_preference_work_removed AFTER DELETE ON payment_preference
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER payment_promise_work_added AFTER INSERT ON payment_promise
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER payment_promise_work_changed AFTER UPDATE ON payment_promise
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER payment_promise_work_removed AFTER DELETE ON payment_promise
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER payment_schedule_work_added AFTER INSERT ON payment_schedule
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER payment_schedule_work_changed AFTER UPDATE ON payment_schedule
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER payment_schedule_work_removed AFTER DELETE ON payment_schedule
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER processor_event_work_added AFTER INSERT ON processor_event
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_report();
CREATE TRIGGER processor_event_work_changed AFTER UPDATE ON processor_event
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_report();
CREATE TRIGGER processor_event_work_removed AFTER DELETE ON processor_event
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_report();
CREATE TRIGGER reconciliation_break_work_added AFTER INSERT ON reconciliation_break
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_kind('BREAK');
CREATE TRIGGER reconciliation_break_work_changed AFTER UPDATE ON reconciliation_break
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_kind('BREAK');
CREATE TRIGGER reconciliation_break_work_removed AFTER DELETE ON reconciliation_break
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_kind('BREAK');
CREATE TRIGGER user_balance_work_added AFTER INSERT ON user_balance
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER user_balance_work_changed AFTER UPDATE ON user_balance
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER user_balance_work_removed AFTER DELETE ON user_balance
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
