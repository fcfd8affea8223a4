-- What was paid lately, by day, as what is unpaid.
CREATE INDEX payment_schedule_paid ON payment_schedule (payment_date, id) WHERE status = 'PAID';
