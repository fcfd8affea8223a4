-- One transaction of the ledger may change what several payments have paid of an instalment, each once.
CREATE UNIQUE INDEX CONCURRENTLY "payment_allocation_transaction_id_intent_id_schedule_id_key" ON "payment_allocation"("transaction_id", "intent_id", "schedule_id");
