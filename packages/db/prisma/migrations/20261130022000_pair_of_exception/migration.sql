-- An exception about two payments names both: one of a pair is given back once.
ALTER TABLE "payment_exception" ADD COLUMN "other_intent_id" UUID;
ALTER TABLE "payment_exception" ADD CONSTRAINT "payment_exception_other_intent_id_fkey" FOREIGN KEY ("other_intent_id")
  REFERENCES "payment_intent"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
