-- Which exception names a payment as the second one.
CREATE INDEX CONCURRENTLY "payment_exception_other_intent_id_idx" ON "payment_exception"("other_intent_id");
