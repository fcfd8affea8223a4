-- The W3C trace context of what ordered a payment or queued a message, so that whoever goes on with it later, in any process,
-- belongs to the same trace. Null where tracing is off. Without a default: no row is rewritten.
ALTER TABLE payment_intent ADD COLUMN traceparent TEXT;
ALTER TABLE outbox_message ADD COLUMN traceparent TEXT;
