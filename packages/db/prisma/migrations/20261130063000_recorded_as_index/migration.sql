CREATE UNIQUE INDEX CONCURRENTLY "processor_event_recorded_as_id_key" ON "processor_event"("recorded_as_id");
