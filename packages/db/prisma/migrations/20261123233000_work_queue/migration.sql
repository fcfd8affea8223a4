-- What staff do about what waits for them. The items themselves are read from their causes; a row here is kept of one that
-- somebody has held, been given, put off or seen to.
CREATE TABLE "work_item" (
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "held_by_id" UUID,
    "held_until" TIMESTAMPTZ(3),
    "assigned_to_id" UUID,
    "snoozed_until" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),
    "done_by_id" UUID,
    "reason" TEXT NOT NULL DEFAULT '',
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "work_item_pkey" PRIMARY KEY ("kind", "key")
);

ALTER TABLE "work_item" ADD CONSTRAINT "work_item_held_by_id_fkey" FOREIGN KEY ("held_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "work_item" ADD CONSTRAINT "work_item_assigned_to_id_fkey" FOREIGN KEY ("assigned_to_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "work_item" ADD CONSTRAINT "work_item_done_by_id_fkey" FOREIGN KEY ("done_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "work_item" ADD CONSTRAINT "work_item_held_until_is_told" CHECK ((held_by_id IS NULL) = (held_until IS NULL));
ALTER TABLE "work_item" ADD CONSTRAINT "work_item_done_says_why" CHECK (done_at IS NULL OR reason <> '');

-- The causes that no index finds among millions.
CREATE INDEX payment_intent_failed ON payment_intent (updated_at) WHERE state IN ('FAILED', 'RETURNED') AND schedule_id IS NOT NULL;
CREATE INDEX application_manual_review ON application (user_id) WHERE alloy_status = 'Manual Review' AND manually_approved_at IS NULL;
CREATE INDEX bank_link_inactive ON bank_link (user_id) WHERE NOT is_active;
