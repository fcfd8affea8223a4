-- What is due of a customer: the unpaid instalments of the advances paid out to them, the oldest first, as far as they owe.
CREATE FUNCTION due_instalments(customer int)
RETURNS TABLE (schedule_id int, payment_date date, amount_cents bigint, due_cents bigint) LANGUAGE sql STABLE AS $$
  SELECT d.id, d.payment_date, d.amount_cents, greatest(0, least(d.left_cents, d.balance_cents - d.before_cents))::bigint
  FROM (SELECT s.id, s.payment_date, s.amount_cents, s.amount_cents - s.paid_cents AS left_cents, b.balance_cents,
      coalesce(sum(s.amount_cents - s.paid_cents) OVER (
        ORDER BY s.payment_date, s.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_cents
    FROM payment_schedule s
    JOIN application a ON a.id = s.application_id AND a.funded_at IS NOT NULL
    JOIN user_balance b ON b.user_id = s.user_id AND b.balance_cents > 0
    WHERE s.user_id = customer AND s.status = 'UNPAID') d
$$;

-- What a customer has paid: each payment by which money came in and that holds, less what was refunded of it. What was written off, let
-- off, moved within the house or brought from another system as a balance is no payment (UNPAID_LINE_ITEMS, UNPAID_MODES).
CREATE FUNCTION customer_payments(customer int)
RETURNS TABLE (intent_id uuid, paid_at timestamptz, cents bigint) LANGUAGE sql STABLE AS $$
  SELECT p.id, p.created_at, p.cents
  FROM (SELECT i.id, i.created_at, (coalesce(i.moved_cents, i.amount_cents) - coalesce((
        SELECT sum(coalesce(r.moved_cents, r.amount_cents)) FROM payment_intent r
        WHERE r.parent_id = i.id AND r.state IN ('SUBMITTED', 'SUCCEEDED', 'SETTLED')), 0))::bigint AS cents
    FROM payment_intent i
    WHERE i.user_id = customer AND i.payment_type = 'DEBIT' AND i.state IN ('SUBMITTED', 'SUCCEEDED', 'SETTLED')
      AND NOT EXISTS (SELECT FROM manual_payment m WHERE m.intent_id = i.id
        AND (m.line_item_type IN ('Adjustment', 'Discount', 'Write Off', 'Fee Waiver', 'Disbursement Return', 'Imported Adjustment',
            'Opening Balance')
          OR m.mode_of_payment IN ('Discount Credit', 'Internal Transfer')))) p
  WHERE p.cents > 0
$$;

-- The standing goes by both: nothing is due of a customer who owes nothing, and the last payment is one that holds.
CREATE OR REPLACE FUNCTION user_standing_truth(ids int[]) RETURNS SETOF user_standing LANGUAGE sql STABLE AS $$
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
  LEFT JOIN LATERAL (SELECT min(d.payment_date) AS due_on FROM due_instalments(u.id) d) s ON true
  LEFT JOIN LATERAL (SELECT (c.paid_at AT TIME ZONE 'America/New_York')::date AS last_payment_on, c.cents AS last_payment_cents
    FROM customer_payments(u.id) c ORDER BY c.paid_at DESC, c.intent_id DESC LIMIT 1) p ON true
$$;

-- Those whose standing is another by it: who owes nothing and had something due, and who has a refund or a balance brought along.
SELECT refresh_user_standing(ARRAY(
  SELECT user_id FROM user_standing WHERE due_on IS NOT NULL AND balance_cents <= 0
  UNION SELECT user_id FROM payment_intent WHERE kind IN ('REFUND', 'GIVE_BACK')
  UNION SELECT i.user_id FROM manual_payment m JOIN payment_intent i ON i.id = m.intent_id
  WHERE m.line_item_type IN ('Imported Adjustment', 'Opening Balance')));
