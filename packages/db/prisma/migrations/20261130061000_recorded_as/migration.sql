-- The manual payment by which staff had recorded what a report tells: it counts for one report.
ALTER TABLE "processor_event" ADD COLUMN "recorded_as_id" UUID;
ALTER TABLE "processor_event" ADD CONSTRAINT "processor_event_recorded_as_id_fkey" FOREIGN KEY ("recorded_as_id")
  REFERENCES "payment_intent"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- The equal payment beside which a person confirmed a payment as another one.
ALTER TABLE "payment_intent" ADD COLUMN "equal_payment_id" UUID;
