-- The return rates count what went out and came back within ninety days, however many years lie before.
CREATE INDEX payment_intent_debit ON payment_intent (created_at) INCLUDE (user_id, state) WHERE kind = 'DEBIT';
CREATE INDEX processor_event_return ON processor_event (happened_on) WHERE kind = 'RETURN';
