-- What is past due of all customers is summed up from indexes alone, customer by customer.
CREATE INDEX payment_schedule_unpaid_of_user ON payment_schedule (user_id, application_id)
  INCLUDE (payment_date, amount_cents, paid_cents) WHERE status = 'UNPAID';
CREATE INDEX application_paid_out ON application (id) WHERE funded_at IS NOT NULL;
