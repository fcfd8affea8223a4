-- Payouts that failed or were cancelled, which Today looks for.
CREATE INDEX CONCURRENTLY payment_intent_ended_payout ON payment_intent (updated_at)
  WHERE kind IN ('FUND', 'CREDIT', 'RECREDIT', 'REFUND') AND state IN ('FAILED', 'CANCELLED');
