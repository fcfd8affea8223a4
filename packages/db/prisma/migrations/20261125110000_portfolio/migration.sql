-- Sums of the book by day, kept by the transactions that change it. Each change is a row of its own, so that no two
-- payments wait for each other; a worker folds them into one row for each sum.
CREATE TABLE "portfolio_change" (
    "id" BIGSERIAL NOT NULL,
    "measure" TEXT NOT NULL,
    "on_day" DATE NOT NULL,
    "part" TEXT NOT NULL,
    "cents" BIGINT NOT NULL,
    "entries" BIGINT NOT NULL,

    CONSTRAINT "portfolio_change_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "portfolio_sum" (
    "measure" TEXT NOT NULL,
    "on_day" DATE NOT NULL,
    "part" TEXT NOT NULL,
    "cents" BIGINT NOT NULL,
    "entries" BIGINT NOT NULL,

    CONSTRAINT "portfolio_sum_pkey" PRIMARY KEY ("measure", "on_day", "part")
);

-- How late money came, by the first day of its bucket: 0 for on time.
CREATE FUNCTION portfolio_lateness(days int) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN days <= 0 THEN '0' WHEN days <= 7 THEN '1' WHEN days <= 30 THEN '8' WHEN days <= 60 THEN '31'
    WHEN days <= 90 THEN '61' ELSE '91' END
$$;

CREATE FUNCTION portfolio_month(at timestamptz) RETURNS date LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT date_trunc('month', at AT TIME ZONE 'America/New_York')::date
$$;

-- Each entry of the account of a customer by its day and what it is. These three functions are read as if they stood where
-- they are called, so that few rows are found by their index.
CREATE FUNCTION portfolio_entries()
RETURNS TABLE (entry_id bigint, measure text, on_day date, part text, cents bigint) LANGUAGE sql STABLE AS $$
  SELECT e.id, 'ledger'::text, t.effective_on,
    t.kind || '|' || coalesce(i.kind::text, '') || '|' || coalesce(m.line_item_type, '') || '|' || coalesce(m.mode_of_payment, ''),
    e.amount_cents
  FROM ledger_entry e
  JOIN ledger_account a ON a.id = e.account_id AND a.user_id IS NOT NULL
  JOIN ledger_transaction t ON t.id = e.transaction_id
  LEFT JOIN payment_intent i ON i.id = t.intent_id
  LEFT JOIN manual_payment m ON m.intent_id = t.intent_id
$$;

-- Each allocation to an instalment of an advance paid out: by the day the instalment was due and how late the money is, and
-- by the month the advance was paid out and that of the payment.
CREATE FUNCTION portfolio_allocations()
RETURNS TABLE (allocation_id bigint, schedule_id int, measure text, on_day date, part text, cents bigint) LANGUAGE sql STABLE AS $$
  SELECT l.id, l.schedule_id, v.measure, v.on_day, v.part, l.amount_cents
  FROM payment_allocation l
  JOIN payment_schedule s ON s.id = l.schedule_id
  JOIN application a ON a.id = s.application_id AND a.funded_at IS NOT NULL
  JOIN ledger_transaction t ON t.id = l.transaction_id
  CROSS JOIN LATERAL (VALUES
    ('paid'::text, s.payment_date, portfolio_lateness(t.effective_on - s.payment_date)),
    ('vintage_paid'::text, portfolio_month(a.funded_at), to_char(t.effective_on, 'YYYY-MM'))) v (measure, on_day, part)
$$;

-- Each instalment of an advance paid out, by its day and by the month the advance was paid out.
CREATE FUNCTION portfolio_schedules()
RETURNS TABLE (schedule_id int, measure text, on_day date, part text, cents bigint) LANGUAGE sql STABLE AS $$
  SELECT s.id, v.measure, v.on_day, ''::text, s.amount_cents
  FROM payment_schedule s
  JOIN application a ON a.id = s.application_id AND a.funded_at IS NOT NULL
  CROSS JOIN LATERAL (VALUES
    ('due'::text, s.payment_date), ('vintage_due'::text, portfolio_month(a.funded_at))) v (measure, on_day)
$$;

-- All sums as the books have them: what the kept ones have to be.
CREATE FUNCTION portfolio_of_books()
RETURNS TABLE (measure text, on_day date, part text, cents bigint, entries bigint) LANGUAGE sql STABLE AS $$
  SELECT measure, on_day, part, sum(cents)::bigint, count(*)
  FROM (SELECT measure, on_day, part, cents FROM portfolio_entries()
    UNION ALL SELECT measure, on_day, part, cents FROM portfolio_allocations()
    UNION ALL SELECT measure, on_day, part, cents FROM portfolio_schedules()) books
  GROUP BY 1, 2, 3
$$;

CREATE FUNCTION count_portfolio_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO portfolio_change (measure, on_day, part, cents, entries)
  SELECT p.measure, p.on_day, p.part, sum(p.cents), count(*)
  FROM added JOIN portfolio_entries() p ON p.entry_id = added.id GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_entry_portfolio AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_portfolio_entries();

CREATE FUNCTION count_portfolio_allocations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO portfolio_change (measure, on_day, part, cents, entries)
  SELECT p.measure, p.on_day, p.part, sum(p.cents), count(*)
  FROM added JOIN portfolio_allocations() p ON p.allocation_id = added.id GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

CREATE TRIGGER payment_allocation_portfolio AFTER INSERT ON payment_allocation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_portfolio_allocations();

CREATE FUNCTION count_portfolio_schedules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO portfolio_change (measure, on_day, part, cents, entries)
  SELECT p.measure, p.on_day, p.part, sum(p.cents), count(*)
  FROM added JOIN portfolio_schedules() p ON p.schedule_id = added.id GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

CREATE TRIGGER payment_schedule_portfolio AFTER INSERT ON payment_schedule
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_portfolio_schedules();

-- Adds what these instalments and what was paid of them come to, or takes it out again.
CREATE FUNCTION move_portfolio_schedules(schedules int[], sign int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO portfolio_change (measure, on_day, part, cents, entries)
  SELECT p.measure, p.on_day, p.part, sign * sum(p.cents), sign * count(*)
  FROM unnest(schedules) AS moved (id) JOIN portfolio_schedules() p ON p.schedule_id = moved.id GROUP BY 1, 2, 3
  UNION ALL
  SELECT p.measure, p.on_day, p.part, sign * sum(p.cents), sign * count(*)
  FROM unnest(schedules) AS moved (id) JOIN portfolio_allocations() p ON p.schedule_id = moved.id GROUP BY 1, 2, 3
$$;

CREATE FUNCTION take_schedule_out_of_portfolio() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM move_portfolio_schedules(ARRAY[OLD.id], -1);
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE FUNCTION put_schedule_into_portfolio() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM move_portfolio_schedules(ARRAY[NEW.id], 1);
  RETURN NULL;
END $$;

CREATE TRIGGER payment_schedule_leaves_portfolio BEFORE UPDATE OF payment_date, amount_cents, application_id ON payment_schedule
  FOR EACH ROW WHEN ((OLD.payment_date, OLD.amount_cents, OLD.application_id) IS DISTINCT FROM
    (NEW.payment_date, NEW.amount_cents, NEW.application_id)) EXECUTE FUNCTION take_schedule_out_of_portfolio();
CREATE TRIGGER payment_schedule_joins_portfolio AFTER UPDATE OF payment_date, amount_cents, application_id ON payment_schedule
  FOR EACH ROW WHEN ((OLD.payment_date, OLD.amount_cents, OLD.application_id) IS DISTINCT FROM
    (NEW.payment_date, NEW.amount_cents, NEW.application_id)) EXECUTE FUNCTION put_schedule_into_portfolio();
CREATE TRIGGER payment_schedule_deleted_portfolio BEFORE DELETE ON payment_schedule
  FOR EACH ROW EXECUTE FUNCTION take_schedule_out_of_portfolio();

CREATE FUNCTION move_portfolio_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM move_portfolio_schedules(
    (SELECT coalesce(array_agg(id), '{}') FROM payment_schedule WHERE application_id = NEW.id),
    CASE TG_WHEN WHEN 'BEFORE' THEN -1 ELSE 1 END);
  RETURN NEW;
END $$;

CREATE TRIGGER application_leaves_portfolio BEFORE UPDATE OF funded_at ON application
  FOR EACH ROW WHEN (OLD.funded_at IS DISTINCT FROM NEW.funded_at) EXECUTE FUNCTION move_portfolio_application();
CREATE TRIGGER application_joins_portfolio AFTER UPDATE OF funded_at ON application
  FOR EACH ROW WHEN (OLD.funded_at IS DISTINCT FROM NEW.funded_at) EXECUTE FUNCTION move_portfolio_application();

INSERT INTO portfolio_sum (measure, on_day, part, cents, entries) SELECT * FROM portfolio_of_books();

-- What an overview and the rows behind it are read by.
CREATE INDEX "payment_schedule_payment_date_id_idx" ON "payment_schedule"("payment_date", "id");
CREATE INDEX "ledger_transaction_effective_on_id_idx" ON "ledger_transaction"("effective_on", "id");
CREATE INDEX "application_funded_at_idx" ON "application"("funded_at");
CREATE INDEX user_balance_owed ON user_balance (balance_cents, user_id) WHERE balance_cents <> 0;
