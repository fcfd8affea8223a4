ALTER TABLE "processor_event" VALIDATE CONSTRAINT "processor_event_recorded_as_id_fkey";
