-- The last day on which a chargeback can be answered, as staff entered it.
ALTER TABLE "processor_event" ADD COLUMN     "answer_by" DATE;
