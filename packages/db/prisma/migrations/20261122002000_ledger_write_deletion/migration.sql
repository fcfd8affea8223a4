-- AlterTable
ALTER TABLE "outbox_message" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);

-- What is deleted is never sent: only what failed is deleted, and it can not be queued again.
ALTER TABLE outbox_message ADD CONSTRAINT outbox_message_deleted_failed CHECK (deleted_at IS NULL OR state = 'FAILED');
