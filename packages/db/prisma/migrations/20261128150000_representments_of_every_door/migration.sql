-- The numbers that an account has: its own, and those that the versions before it had. Whoever linked them.
CREATE FUNCTION numbers_of_account(asked_id int) RETURNS TABLE (number_index bytea, routing text) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE had AS (
    SELECT a.number_index, a.routing FROM bank_account a WHERE a.id = asked_id
    UNION
    SELECT before.number_index, before.routing
    FROM had JOIN bank_account s ON s.number_index = had.number_index AND s.routing = had.routing
    JOIN bank_account before ON before.id = s.replaces_id
  )
  SELECT had.number_index, had.routing FROM had
$$;

-- As before, and: a payment without an instalment, as the payment page makes them, counts for an instalment of the same amount for
-- 180 days; what came back of an earlier version of the account counts; a cure lifts only what had been received when it was recorded.
CREATE OR REPLACE FUNCTION refuse_third_representments() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE asked record; came_back int;
BEGIN
  FOR asked IN
    SELECT i.id, i.schedule_id, i.amount_cents, i.bank_account_id, (a.sent_at AT TIME ZONE 'America/New_York')::date AS today
    FROM added a JOIN payment_intent i ON i.id = a.intent_id
    WHERE i.schedule_id IS NOT NULL AND i.bank_account_id IS NOT NULL AND i.payment_type = 'DEBIT'
  LOOP
    SELECT count(*) INTO came_back
    FROM numbers_of_account(asked.bank_account_id) n
    JOIN bank_account b ON b.number_index = n.number_index AND b.routing = n.routing
    JOIN payment_intent i ON i.bank_account_id = b.id AND i.id <> asked.id AND i.payment_type = 'DEBIT'
    JOIN processor_event e ON e.intent_id = i.id AND e.kind = 'RETURN' AND e.code IN ('R01', 'R09', 'A', 'B')
    WHERE (i.schedule_id = asked.schedule_id OR (i.schedule_id IS NULL AND i.amount_cents = asked.amount_cents
        AND (i.created_at AT TIME ZONE 'America/New_York')::date + 180 >= asked.today))
      AND NOT EXISTS (SELECT 1 FROM numbers_of_account(asked.bank_account_id) m
        JOIN debit_cure c ON c.number_index = m.number_index AND c.routing = m.routing
        WHERE c.cure = 'authorisation' AND c.obtained_on >= e.happened_on AND c.recorded_at >= e.received_at);
    IF came_back > 2 THEN
      RAISE EXCEPTION 'the instalment % came back % times: it is not presented again', asked.schedule_id, came_back
        USING ERRCODE = 'check_violation';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
