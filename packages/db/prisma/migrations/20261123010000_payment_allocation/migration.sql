-- What each payment has paid of which instalment. Kept by the transaction of the ledger that moves what is owed, taken
-- back by one of the opposite sign, never changed.
ALTER TABLE "payment_schedule" ADD COLUMN "paid_cents" BIGINT NOT NULL DEFAULT 0;

CREATE TABLE "payment_allocation" (
    "id" BIGSERIAL NOT NULL,
    "transaction_id" UUID NOT NULL,
    "intent_id" UUID NOT NULL,
    "schedule_id" INTEGER NOT NULL,
    "amount_cents" BIGINT NOT NULL,

    CONSTRAINT "payment_allocation_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "payment_allocation_transaction_id_schedule_id_key" ON "payment_allocation"("transaction_id", "schedule_id");
CREATE INDEX "payment_allocation_intent_id_idx" ON "payment_allocation"("intent_id");
CREATE INDEX "payment_allocation_schedule_id_idx" ON "payment_allocation"("schedule_id");

ALTER TABLE "payment_allocation" ADD CONSTRAINT "payment_allocation_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "ledger_transaction"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "payment_allocation" ADD CONSTRAINT "payment_allocation_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "payment_intent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "payment_allocation" ADD CONSTRAINT "payment_allocation_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "payment_schedule"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "payment_allocation" ADD CONSTRAINT "payment_allocation_not_zero" CHECK (amount_cents <> 0);

CREATE TRIGGER payment_allocation_append_only BEFORE UPDATE OR DELETE ON payment_allocation
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_allocation_no_truncate BEFORE TRUNCATE ON payment_allocation
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An instalment knows what is paid of it, and is paid once that is all of it.
CREATE FUNCTION count_allocations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_schedule s
  SET paid_cents = s.paid_cents + c.cents, version = s.version + 1, updated_at = greatest(s.updated_at, c.at),
      status = CASE WHEN s.paid_cents + c.cents >= s.amount_cents THEN 'PAID' ELSE 'UNPAID' END::"ScheduleStatus"
  FROM (SELECT a.schedule_id, sum(a.amount_cents) AS cents, max(t.created_at) AS at
    FROM added a JOIN ledger_transaction t ON t.id = a.transaction_id GROUP BY a.schedule_id) c
  WHERE s.id = c.schedule_id;
  RETURN NULL;
END $$;

CREATE TRIGGER payment_allocation_count AFTER INSERT ON payment_allocation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_allocations();

-- Gives what the ledger has of customers without any allocation to their instalments: the oldest payment to the oldest
-- instalment. For what was written before there were allocations.
CREATE FUNCTION allocate_history() RETURNS void LANGUAGE sql AS $$
  WITH paid AS (
    SELECT a.user_id, t.id AS transaction_id, t.intent_id, -e.amount_cents AS cents,
      sum(-e.amount_cents) OVER (PARTITION BY a.user_id ORDER BY t.effective_on, t.created_at, t.id) AS upto
    FROM ledger_entry e
    JOIN ledger_account a ON a.id = e.account_id AND a.code = 'receivable:' || a.user_id
    JOIN ledger_transaction t ON t.id = e.transaction_id
    WHERE e.amount_cents < 0 AND t.reverses_id IS NULL AND t.intent_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM ledger_transaction r WHERE r.reverses_id = t.id
        AND NOT EXISTS (SELECT 1 FROM ledger_transaction given WHERE given.reverses_id = r.id))
  ), due AS (
    SELECT s.user_id, s.id, s.amount_cents AS cents,
      sum(s.amount_cents) OVER (PARTITION BY s.user_id ORDER BY s.payment_date, s.id) AS upto
    FROM payment_schedule s JOIN application a ON a.id = s.application_id AND a.funded_at IS NOT NULL
    WHERE NOT EXISTS (SELECT 1 FROM payment_allocation l JOIN payment_schedule o ON o.id = l.schedule_id
      WHERE o.user_id = s.user_id)
  )
  INSERT INTO payment_allocation (transaction_id, intent_id, schedule_id, amount_cents)
  SELECT paid.transaction_id, paid.intent_id, due.id,
    least(paid.upto, due.upto) - greatest(paid.upto - paid.cents, due.upto - due.cents)
  FROM paid JOIN due ON due.user_id = paid.user_id
    AND due.upto > paid.upto - paid.cents AND paid.upto > due.upto - due.cents
$$;

UPDATE payment_schedule SET status = 'UNPAID' WHERE status = 'PAID';
SELECT allocate_history();

ALTER TABLE payment_schedule ADD CONSTRAINT payment_schedule_paid_once CHECK (paid_cents BETWEEN 0 AND amount_cents);
ALTER TABLE payment_schedule ADD CONSTRAINT payment_schedule_status_says_paid
  CHECK ((status = 'PAID') = (paid_cents = amount_cents));

-- Of one instalment one payment at a time is on its way, and none is begun once it is paid; what was paid in part may be
-- collected to its end. Looked up after the row is there: who began first is seen then, or waited for.
DROP INDEX payment_intent_one_live_for_schedule;
CREATE UNIQUE INDEX payment_intent_one_open_for_schedule ON payment_intent (schedule_id)
  WHERE NOT is_duplicate AND state IN ('CREATED', 'READY', 'SENDING', 'UNKNOWN', 'NEEDS_REVIEW');

CREATE FUNCTION refuse_paid_instalment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM payment_schedule WHERE id = NEW.schedule_id AND status = 'PAID') THEN
    RAISE EXCEPTION 'the instalment % is paid', NEW.schedule_id
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'payment_intent_one_open_for_schedule';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER payment_intent_unpaid_instalment AFTER INSERT ON payment_intent
  FOR EACH ROW WHEN (NEW.schedule_id IS NOT NULL AND NOT NEW.is_duplicate) EXECUTE FUNCTION refuse_paid_instalment();
