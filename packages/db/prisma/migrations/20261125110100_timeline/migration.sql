-- A note can be pinned, and be due for a second look on a day.
ALTER TABLE "note" ADD COLUMN "pinned_at" TIMESTAMPTZ(3), ADD COLUMN "follow_up_on" DATE;

CREATE INDEX note_follow_up ON note (follow_up_on) WHERE follow_up_on IS NOT NULL AND deleted_at IS NULL;

-- Each source of a customer's timeline is read by one index, the newest first.
CREATE INDEX "journey_event_user_id_happened_at_idx" ON "journey_event"("user_id", "happened_at" DESC);
