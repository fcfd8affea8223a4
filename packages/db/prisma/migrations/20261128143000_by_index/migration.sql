-- What these functions do is what it was. What a function plans at its first call it keeps until somebody analyses the table, and a
-- table that was small then is read whole for each batch of an import. Now each finds the rows by an index, however large or small
-- the tables are: a subquery with OFFSET is asked once for each row that was added, never joined.

CREATE OR REPLACE FUNCTION count_portfolio_entries() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO portfolio_change (measure, on_day, part, cents, entries)
  SELECT p.measure, p.on_day, p.part, sum(p.cents), count(*)
  FROM added CROSS JOIN LATERAL (SELECT * FROM portfolio_entries() WHERE entry_id = added.id OFFSET 0) p GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_portfolio_allocations() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO portfolio_change (measure, on_day, part, cents, entries)
  SELECT p.measure, p.on_day, p.part, sum(p.cents), count(*)
  FROM added CROSS JOIN LATERAL (SELECT * FROM portfolio_allocations() WHERE allocation_id = added.id OFFSET 0) p
  GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_portfolio_schedules() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO portfolio_change (measure, on_day, part, cents, entries)
  SELECT p.measure, p.on_day, p.part, sum(p.cents), count(*)
  FROM added CROSS JOIN LATERAL (SELECT * FROM portfolio_schedules() WHERE schedule_id = added.id OFFSET 0) p
  GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION check_added_entries_balance() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE wrong record;
BEGIN
  SELECT a.transaction_id, e.cents INTO wrong FROM (SELECT DISTINCT transaction_id FROM added) a
  CROSS JOIN LATERAL (
    SELECT sum(amount_cents) AS cents FROM ledger_entry WHERE transaction_id = a.transaction_id OFFSET 0) e
  WHERE e.cents <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger transaction % is out of balance by % cents', wrong.transaction_id, wrong.cents
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION require_payments() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE missing uuid;
BEGIN
  PERFORM 1 FROM payment_intent WHERE id = ANY (ARRAY(SELECT intent_id FROM added)) ORDER BY id FOR KEY SHARE;
  SELECT a.intent_id INTO missing FROM added a
  WHERE a.intent_id IS NOT NULL AND NOT EXISTS (SELECT FROM payment_intent i WHERE i.id = a.intent_id OFFSET 0) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'there is no payment %', missing USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION require_instalments() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE missing int;
BEGIN
  PERFORM 1 FROM payment_schedule WHERE id = ANY (ARRAY(SELECT schedule_id FROM added)) ORDER BY id FOR KEY SHARE;
  SELECT a.schedule_id INTO missing FROM added a
  WHERE NOT EXISTS (SELECT FROM payment_schedule s WHERE s.id = a.schedule_id OFFSET 0) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'there is no instalment %', missing USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
