-- The last payment of a customer is one by which money came in: what was written off, let off or moved is none.
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
  LEFT JOIN LATERAL (SELECT min(d.payment_date) AS due_on FROM payment_schedule d
    JOIN application n ON n.id = d.application_id AND n.funded_at IS NOT NULL
    WHERE d.user_id = u.id AND d.status = 'UNPAID') s ON true
  LEFT JOIN LATERAL (SELECT (i.created_at AT TIME ZONE 'America/New_York')::date AS last_payment_on,
      coalesce(i.moved_cents, i.amount_cents) AS last_payment_cents
    FROM payment_intent i
    WHERE i.user_id = u.id AND i.payment_type = 'DEBIT' AND i.state IN ('SUBMITTED', 'SUCCEEDED', 'SETTLED')
      AND NOT EXISTS (SELECT FROM manual_payment m WHERE m.intent_id = i.id
        AND (m.line_item_type IN ('Adjustment', 'Discount', 'Write Off', 'Fee Waiver', 'Disbursement Return')
          OR m.mode_of_payment IN ('Discount Credit', 'Internal Transfer')))
    ORDER BY i.created_at DESC, i.id DESC LIMIT 1) p ON true
$$;

-- Those of whom such a one stands as the last payment.
SELECT refresh_user_standing(ARRAY(SELECT DISTINCT s.user_id
  FROM manual_payment m
  JOIN payment_intent i ON i.id = m.intent_id AND i.payment_type = 'DEBIT'
  JOIN user_standing s ON s.user_id = i.user_id AND s.last_payment_cents = i.amount_cents
    AND s.last_payment_on = (i.created_at AT TIME ZONE 'America/New_York')::date
  WHERE m.line_item_type IN ('Adjustment', 'Discount', 'Write Off', 'Fee Waiver', 'Disbursement Return')
    OR m.mode_of_payment IN ('Discount Credit', 'Internal Transfer')));
