-- What was paid lately, by the day it was paid, with all that is asked of it; and what no day is known of yet.
CREATE INDEX CONCURRENTLY payment_schedule_paid_on ON payment_schedule (paid_on, id)
  INCLUDE (user_id, amount_cents) WHERE status = 'PAID';
