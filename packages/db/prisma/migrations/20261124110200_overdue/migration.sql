-- What is past due of all customers is summed up from the indexes alone.
DROP INDEX payment_schedule_unpaid;
CREATE INDEX payment_schedule_unpaid ON payment_schedule (payment_date, id)
  INCLUDE (user_id, application_id, amount_cents, paid_cents) WHERE status = 'UNPAID';
CREATE INDEX application_paid_out ON application (id) WHERE funded_at IS NOT NULL;
