ALTER TABLE "bulk_batch" VALIDATE CONSTRAINT "bulk_batch_reverts_id_fkey";
ALTER TABLE "payment_intent" VALIDATE CONSTRAINT "payment_intent_gives_one_back";
