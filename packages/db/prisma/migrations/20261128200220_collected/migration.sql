-- What of an instalment was collected is told apart from what was let off of it, or fell away, and from what was written off. The sums
-- that are told go by it; `paid` and `vintage_paid`, which have all three, are kept for the release before.

-- Each allocation to an instalment by what it was: collected, money of the customer, also what they had paid too much before; let off, not
-- owed any more without that: a discount, an adjustment, an advance or a part of one that came back or was not sent again; written off.
-- It is read as if it stood where it is called. What an allocation was never changes with what comes after it.
CREATE FUNCTION instalment_payments()
RETURNS TABLE (allocation_id bigint, schedule_id int, application_id int, payment_date date, on_day date, counts_as text, cents bigint)
LANGUAGE sql STABLE AS $$
  SELECT l.id, l.schedule_id, s.application_id, s.payment_date, t.effective_on,
    CASE
      WHEN t.kind IN ('early-payment-discount', 'loan-return') THEN 'let off'
      WHEN i.kind IN ('FUND', 'CREDIT', 'RECREDIT') THEN CASE WHEN i.application_id = s.application_id AND EXISTS (
        SELECT FROM payment_allocation f JOIN ledger_transaction ft ON ft.id = f.transaction_id
        WHERE f.intent_id = l.intent_id AND f.schedule_id = l.schedule_id AND f.amount_cents > 0 AND f.id <= l.id
          AND (ft.kind IN ('return', 'chargeback') OR (i.kind = 'RECREDIT' AND ft.kind = 'disbursement' AND EXISTS (
            SELECT FROM ledger_transaction b
            WHERE b.intent_id = i.parent_id AND b.kind IN ('return', 'chargeback') AND b.created_at <= ft.created_at))))
        THEN 'let off' ELSE 'collected' END
      WHEN t.kind = 'disbursement' THEN 'let off'
      WHEN m.line_item_type = 'Write Off' THEN 'written off'
      WHEN m.line_item_type IN ('Adjustment', 'Discount', 'Fee Waiver', 'Disbursement Return')
        OR m.mode_of_payment IN ('Discount Credit', 'Internal Transfer') THEN 'let off'
      ELSE 'collected'
    END, l.amount_cents
  FROM payment_allocation l
  JOIN payment_schedule s ON s.id = l.schedule_id
  JOIN ledger_transaction t ON t.id = l.transaction_id
  LEFT JOIN payment_intent i ON i.id = l.intent_id
  LEFT JOIN manual_payment m ON m.intent_id = l.intent_id
$$;

CREATE OR REPLACE FUNCTION portfolio_allocations()
RETURNS TABLE (allocation_id bigint, schedule_id int, measure text, on_day date, part text, cents bigint) LANGUAGE sql STABLE AS $$
  SELECT l.allocation_id, l.schedule_id, v.measure, v.on_day, v.part, l.cents
  FROM instalment_payments() l
  JOIN application a ON a.id = l.application_id AND a.funded_at IS NOT NULL
  CROSS JOIN LATERAL (VALUES
    ('paid'::text, l.payment_date, portfolio_lateness(l.on_day - l.payment_date), l.counts_as),
    ('vintage_paid'::text, portfolio_month(a.funded_at), to_char(l.on_day, 'YYYY-MM'), l.counts_as),
    ('collected'::text, l.payment_date, portfolio_lateness(l.on_day - l.payment_date), 'collected'),
    ('vintage_collected'::text, portfolio_month(a.funded_at), to_char(l.on_day, 'YYYY-MM'), 'collected'),
    ('let_off'::text, l.payment_date, '', 'let off'),
    ('vintage_let_off'::text, portfolio_month(a.funded_at), '', 'let off')) v (measure, on_day, part, counts_as)
  WHERE v.counts_as = l.counts_as
$$;

-- As they were. Who writes meanwhile is waited for, so that all that is written from here on is counted in both ways.
CREATE OR REPLACE TRIGGER payment_allocation_portfolio AFTER INSERT ON payment_allocation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_portfolio_allocations();
CREATE OR REPLACE TRIGGER payment_schedule_joins_portfolio AFTER UPDATE OF payment_date, amount_cents, application_id ON payment_schedule
  FOR EACH ROW WHEN ((OLD.payment_date, OLD.amount_cents, OLD.application_id) IS DISTINCT FROM
    (NEW.payment_date, NEW.amount_cents, NEW.application_id)) EXECUTE FUNCTION put_schedule_into_portfolio();
CREATE OR REPLACE TRIGGER application_joins_portfolio AFTER UPDATE OF funded_at ON application
  FOR EACH ROW WHEN (OLD.funded_at IS DISTINCT FROM NEW.funded_at) EXECUTE FUNCTION move_portfolio_application();
