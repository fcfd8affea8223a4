-- What was due by a row when it was reviewed, and what a row of payment automation was confirmed to take. Rows of the release before have
-- neither.
ALTER TABLE "bulk_item" ADD COLUMN "seen_due_cents" BIGINT, ADD COLUMN "seen_due_on" DATE;
ALTER TABLE "automation_item" ADD COLUMN "take_cents" BIGINT;
