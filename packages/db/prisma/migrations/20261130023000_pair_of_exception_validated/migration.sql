ALTER TABLE "payment_exception" VALIDATE CONSTRAINT "payment_exception_other_intent_id_fkey";
