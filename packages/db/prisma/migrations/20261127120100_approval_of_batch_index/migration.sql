CREATE UNIQUE INDEX CONCURRENTLY "approval_batch_id_key" ON "approval"("batch_id");
