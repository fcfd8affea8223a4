-- What is past due is read from the instalments that are, by the days before today, not from all that are unpaid.
CREATE INDEX CONCURRENTLY payment_schedule_overdue ON payment_schedule (payment_date)
  INCLUDE (user_id, application_id, amount_cents, paid_cents) WHERE status = 'UNPAID';
