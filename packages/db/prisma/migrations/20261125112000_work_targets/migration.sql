-- CreateTable
CREATE TABLE "work_target" (
    "kind" TEXT NOT NULL,
    "days" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "updated_by_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "work_target_pkey" PRIMARY KEY ("kind")
);

-- AddForeignKey
ALTER TABLE "work_target" ADD CONSTRAINT "work_target_updated_by_id_fkey" FOREIGN KEY ("updated_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE work_target ADD CONSTRAINT work_target_days_in_range CHECK (days BETWEEN 0 AND 60);

-- What failed to be sent is few among all that was sent.
CREATE INDEX outbox_message_failed ON outbox_message (topic, md5(last_error)) WHERE state = 'FAILED' AND deleted_at IS NULL;
