-- Payouts and give-backs that failed or were cancelled, which Today reads.
CREATE INDEX CONCURRENTLY payment_intent_ended_out ON payment_intent (updated_at)
  WHERE kind IN ('FUND', 'CREDIT', 'RECREDIT', 'REFUND', 'GIVE_BACK') AND state IN ('FAILED', 'CANCELLED');
