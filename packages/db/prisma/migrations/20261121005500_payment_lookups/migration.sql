-- What Prisma's schema language cannot say.

-- Calls to processors, the latest first; what staff recorded by hand went to none.
CREATE INDEX payment_attempt_sent ON payment_attempt (sent_at DESC, id DESC) WHERE provider <> 'manual';

-- What is still to be paid, by day.
CREATE INDEX payment_schedule_unpaid ON payment_schedule (payment_date, id) WHERE status = 'UNPAID';
