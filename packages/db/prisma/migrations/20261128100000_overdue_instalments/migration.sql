-- Unpaid instalments by their days, in the order of their pages, with all that is asked of what is past due: that is read from the
-- instalments that are, not from all that are unpaid. It takes the place of payment_schedule_unpaid.
CREATE INDEX CONCURRENTLY payment_schedule_unpaid_by_day ON payment_schedule (payment_date, id)
  INCLUDE (user_id, application_id, amount_cents, paid_cents) WHERE status = 'UNPAID';
