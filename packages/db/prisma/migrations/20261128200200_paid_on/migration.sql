-- The day on which an instalment was paid, as the ledger counts what paid it. It is kept by the statement that makes it PAID, and
-- empty while something of it is due. A worker fills it in for those that were paid before (packages/api/src/payment-schedules/paid-on.ts).
ALTER TABLE "payment_schedule" ADD COLUMN "paid_on" DATE;

-- The first day from which on all of this amount stays paid, by the days of the ledger in whatever order they were posted; null where
-- it is not paid.
CREATE FUNCTION instalment_paid_on(schedule int, amount bigint) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT min(on_day)
  FROM (SELECT on_day, min(paid) OVER (ORDER BY on_day ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS least_since
    FROM (SELECT t.effective_on AS on_day, sum(sum(l.amount_cents)) OVER (ORDER BY t.effective_on) AS paid
      FROM payment_allocation l JOIN ledger_transaction t ON t.id = l.transaction_id
      WHERE l.schedule_id = schedule GROUP BY t.effective_on) by_day) since
  WHERE least_since >= amount
$$;

CREATE FUNCTION keep_paid_on() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  NEW.paid_on := CASE NEW.status WHEN 'PAID' THEN instalment_paid_on(NEW.id, NEW.amount_cents) END;
  RETURN NEW;
END $$;

CREATE TRIGGER payment_schedule_keeps_paid_on BEFORE UPDATE OF status ON payment_schedule
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION keep_paid_on();
