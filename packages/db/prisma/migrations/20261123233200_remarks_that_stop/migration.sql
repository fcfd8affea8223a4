-- Staff add remarks, and end them. One that stops debits does so until it is ended; what bureaus reported stops nothing.
ALTER TABLE "derogatory_remark"
  ADD COLUMN "stops_debits" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "added_by_id" UUID,
  ADD COLUMN "ended_at" TIMESTAMPTZ(3),
  ADD COLUMN "ended_by_id" UUID,
  ADD COLUMN "end_reason" TEXT NOT NULL DEFAULT '';

ALTER TABLE "derogatory_remark" ADD CONSTRAINT "derogatory_remark_added_by_id_fkey" FOREIGN KEY ("added_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "derogatory_remark" ADD CONSTRAINT "derogatory_remark_ended_by_id_fkey" FOREIGN KEY ("ended_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "derogatory_remark" ADD CONSTRAINT "derogatory_remark_end_says_why" CHECK ((ended_at IS NULL) = (end_reason = ''));

CREATE INDEX derogatory_remark_stopping ON derogatory_remark (user_id) WHERE stops_debits AND ended_at IS NULL;
