-- CreateTable
CREATE TABLE "user_standing" (
    "user_id" INTEGER NOT NULL,
    "stage" "ApplicationStage",
    "was_funded" BOOLEAN NOT NULL DEFAULT false,
    "in_manual_review" BOOLEAN NOT NULL DEFAULT false,
    "do_not_fund" BOOLEAN NOT NULL DEFAULT false,
    "is_external" BOOLEAN NOT NULL DEFAULT false,
    "bank_lost" BOOLEAN NOT NULL DEFAULT false,
    "balance_cents" BIGINT NOT NULL DEFAULT 0,
    "due_on" DATE,
    "last_payment_on" DATE,
    "last_payment_cents" BIGINT,

    CONSTRAINT "user_standing_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "user_standing_stage_user_id_idx" ON "user_standing"("stage", "user_id");

-- CreateIndex
CREATE INDEX "user_standing_balance_cents_user_id_idx" ON "user_standing"("balance_cents", "user_id");

-- AddForeignKey
ALTER TABLE "user_standing" ADD CONSTRAINT "user_standing_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who has no day stands behind, or before, all others: so one comparison finds the next page.
CREATE INDEX user_standing_due ON user_standing ((coalesce(due_on, '9999-12-31')), user_id);
CREATE INDEX user_standing_last_payment ON user_standing ((coalesce(last_payment_on, '0001-01-01')), user_id);
CREATE INDEX user_standing_funded ON user_standing (user_id) WHERE was_funded;
CREATE INDEX user_standing_review ON user_standing (user_id) WHERE in_manual_review;
CREATE INDEX user_standing_do_not_fund ON user_standing (user_id) WHERE do_not_fund;
CREATE INDEX user_standing_external ON user_standing (user_id) WHERE is_external;
CREATE INDEX user_standing_bank_lost ON user_standing (user_id) WHERE bank_lost;

-- The truth of these customers, of the tables that hold it. What a customer owes is the cached balance, which is compared
-- with the ledger.
CREATE FUNCTION user_standing_truth(ids int[]) RETURNS SETOF user_standing LANGUAGE sql STABLE AS $$
  SELECT u.id, a.stage, coalesce(f.was_funded, false), coalesce(a.in_manual_review, false), u.do_not_fund, u.is_external,
    coalesce(l.bank_lost, false), coalesce(b.balance_cents, 0), s.due_on, p.last_payment_on, p.last_payment_cents
  FROM unnest(ids) AS asked (id)
  JOIN users u USING (id)
  LEFT JOIN LATERAL (SELECT n.stage, n.alloy_status = 'Manual Review' AND n.manually_approved_at IS NULL AS in_manual_review
    FROM application n WHERE n.user_id = u.id ORDER BY n.id DESC LIMIT 1) a ON true
  LEFT JOIN LATERAL (SELECT bool_or(n.funded_at IS NOT NULL) AS was_funded FROM application n WHERE n.user_id = u.id) f ON true
  LEFT JOIN LATERAL (SELECT NOT bool_or(k.is_active) AS bank_lost FROM bank_link k
    WHERE k.user_id = u.id AND NOT k.is_manual) l ON true
  LEFT JOIN user_balance b ON b.user_id = u.id
  LEFT JOIN LATERAL (SELECT min(d.payment_date) AS due_on FROM payment_schedule d
    JOIN application n ON n.id = d.application_id AND n.funded_at IS NOT NULL
    WHERE d.user_id = u.id AND d.status = 'UNPAID') s ON true
  LEFT JOIN LATERAL (SELECT (i.created_at AT TIME ZONE 'America/New_York')::date AS last_payment_on,
      coalesce(i.moved_cents, i.amount_cents) AS last_payment_cents
    FROM payment_intent i
    WHERE i.user_id = u.id AND i.payment_type = 'DEBIT' AND i.state IN ('SUBMITTED', 'SUCCEEDED', 'SETTLED')
    ORDER BY i.created_at DESC, i.id DESC LIMIT 1) p ON true
$$;

-- Sets the rows of these customers right, or of all. They are locked first, in one order: what is read afterwards includes
-- what whoever held them has written.
CREATE FUNCTION refresh_user_standing(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF ids IS NULL OR ids = '{}' OR current_setting('countinghouse.loading', true) = 'on' THEN RETURN; END IF;
  PERFORM 1 FROM user_standing WHERE user_id = ANY (ids) ORDER BY user_id FOR UPDATE;
  UPDATE user_standing s
  SET stage = t.stage, was_funded = t.was_funded, in_manual_review = t.in_manual_review, do_not_fund = t.do_not_fund,
    is_external = t.is_external, bank_lost = t.bank_lost, balance_cents = t.balance_cents, due_on = t.due_on,
    last_payment_on = t.last_payment_on, last_payment_cents = t.last_payment_cents
  FROM user_standing_truth(ids) t
  WHERE s.user_id = t.user_id AND s IS DISTINCT FROM t;
END $$;

-- All rows anew, for a load that wrote the tables at once.
CREATE FUNCTION rebuild_user_standing() RETURNS void LANGUAGE sql AS $$
  DELETE FROM user_standing;
  INSERT INTO user_standing SELECT * FROM user_standing_truth(ARRAY(SELECT id FROM users));
$$;

CREATE FUNCTION begin_user_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('countinghouse.loading', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO user_standing (user_id, do_not_fund, is_external) SELECT id, do_not_fund, is_external FROM changed;
  RETURN NULL;
END $$;

CREATE FUNCTION follow_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_user_standing(ARRAY(SELECT n.id FROM changed n JOIN former o ON o.id = n.id
    WHERE (n.do_not_fund, n.is_external) IS DISTINCT FROM (o.do_not_fund, o.is_external)));
  RETURN NULL;
END $$;

-- Rows that came, or went.
CREATE FUNCTION follow_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_user_standing(ARRAY(SELECT DISTINCT user_id FROM changed));
  RETURN NULL;
END $$;

CREATE FUNCTION follow_applications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_user_standing(ARRAY(SELECT DISTINCT n.user_id FROM changed n JOIN former o ON o.id = n.id
    WHERE (n.stage, n.funded_at, n.alloy_status, n.manually_approved_at)
      IS DISTINCT FROM (o.stage, o.funded_at, o.alloy_status, o.manually_approved_at)));
  RETURN NULL;
END $$;

CREATE FUNCTION follow_bank_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_user_standing(ARRAY(SELECT DISTINCT n.user_id FROM changed n JOIN former o ON o.id = n.id
    WHERE (n.is_active, n.is_manual) IS DISTINCT FROM (o.is_active, o.is_manual)));
  RETURN NULL;
END $$;

CREATE FUNCTION follow_schedules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_user_standing(ARRAY(SELECT DISTINCT n.user_id FROM changed n JOIN former o ON o.id = n.id
    WHERE (n.payment_date, n.status) IS DISTINCT FROM (o.payment_date, o.status)));
  RETURN NULL;
END $$;

-- Of a payment counts that money moved, not on which way it is.
CREATE FUNCTION follow_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_user_standing(ARRAY(SELECT DISTINCT n.user_id FROM changed n JOIN former o ON o.id = n.id
    WHERE n.payment_type = 'DEBIT'
      AND (n.state IN ('SUBMITTED', 'SUCCEEDED', 'SETTLED'), n.moved_cents)
        IS DISTINCT FROM (o.state IN ('SUBMITTED', 'SUCCEEDED', 'SETTLED'), o.moved_cents)));
  RETURN NULL;
END $$;

CREATE FUNCTION follow_new_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_user_standing(ARRAY(SELECT DISTINCT user_id FROM changed
    WHERE payment_type = 'DEBIT' AND state IN ('SUBMITTED', 'SUCCEEDED', 'SETTLED')));
  RETURN NULL;
END $$;

CREATE TRIGGER users_begin_standing AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION begin_user_standing();
CREATE TRIGGER users_follow AFTER UPDATE ON users
  REFERENCING NEW TABLE AS changed OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION follow_users();

CREATE TRIGGER application_follow_new AFTER INSERT ON application
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_rows();
CREATE TRIGGER application_follow_gone AFTER DELETE ON application
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_rows();
CREATE TRIGGER application_follow AFTER UPDATE ON application
  REFERENCING NEW TABLE AS changed OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION follow_applications();

CREATE TRIGGER bank_link_follow_new AFTER INSERT ON bank_link
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_rows();
CREATE TRIGGER bank_link_follow_gone AFTER DELETE ON bank_link
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_rows();
CREATE TRIGGER bank_link_follow AFTER UPDATE ON bank_link
  REFERENCING NEW TABLE AS changed OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION follow_bank_links();

CREATE TRIGGER user_balance_follow_new AFTER INSERT ON user_balance
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_rows();
CREATE TRIGGER user_balance_follow_gone AFTER DELETE ON user_balance
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_rows();
CREATE TRIGGER user_balance_follow AFTER UPDATE ON user_balance
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_rows();

CREATE TRIGGER payment_schedule_follow_new AFTER INSERT ON payment_schedule
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_rows();
CREATE TRIGGER payment_schedule_follow_gone AFTER DELETE ON payment_schedule
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_rows();
CREATE TRIGGER payment_schedule_follow AFTER UPDATE ON payment_schedule
  REFERENCING NEW TABLE AS changed OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION follow_schedules();

CREATE TRIGGER payment_intent_follow_new AFTER INSERT ON payment_intent
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_new_payments();
CREATE TRIGGER payment_intent_follow AFTER UPDATE ON payment_intent
  REFERENCING NEW TABLE AS changed OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION follow_payments();

SELECT rebuild_user_standing();
