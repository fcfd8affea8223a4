-- CreateEnum
CREATE TYPE "BulkKind" AS ENUM ('BULK_BALANCE', 'BULK_DEBIT', 'BULK_ACH');

-- CreateEnum
CREATE TYPE "BulkBatchState" AS ENUM ('RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "BulkItemState" AS ENUM ('WAITING', 'CLAIMED', 'UNKNOWN', 'DONE', 'FAILED', 'CANCELLED');

-- CreateTable
CREATE TABLE "job_control" (
    "kind" "BulkKind" NOT NULL,
    "epoch" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "job_control_pkey" PRIMARY KEY ("kind")
);

-- CreateTable
CREATE TABLE "bulk_batch" (
    "id" UUID NOT NULL,
    "kind" "BulkKind" NOT NULL,
    "version" INTEGER NOT NULL,
    "epoch" INTEGER NOT NULL,
    "state" "BulkBatchState" NOT NULL DEFAULT 'RUNNING',
    "requested_by_id" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "unknown" INTEGER NOT NULL DEFAULT 0,
    "cancelled" INTEGER NOT NULL DEFAULT 0,
    "change" INTEGER NOT NULL DEFAULT 0,
    "last_progress_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_item" (
    "id" UUID NOT NULL,
    "batch_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "amount_cents" BIGINT,
    "schedule_id" INTEGER,
    "state" "BulkItemState" NOT NULL DEFAULT 'WAITING',
    "claimed_by" UUID,
    "claimed_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "intent_id" UUID,
    "result" JSONB,
    "error_code" TEXT NOT NULL DEFAULT '',
    "error_message" TEXT NOT NULL DEFAULT '',
    "last4" TEXT NOT NULL DEFAULT '',
    "change" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vendor_pace" (
    "name" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "vendor_pace_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "bulk_batch_kind_requested_at_key" ON "bulk_batch"("kind", "requested_at");

-- CreateIndex
CREATE UNIQUE INDEX "bulk_item_intent_id_key" ON "bulk_item"("intent_id");

-- CreateIndex
CREATE INDEX "bulk_item_batch_id_change_position_idx" ON "bulk_item"("batch_id", "change", "position");

-- CreateIndex
CREATE UNIQUE INDEX "bulk_item_batch_id_user_id_key" ON "bulk_item"("batch_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "bulk_item_batch_id_position_key" ON "bulk_item"("batch_id", "position");

-- AddForeignKey
ALTER TABLE "bulk_batch" ADD CONSTRAINT "bulk_batch_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "bulk_batch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "payment_intent"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What a start or a reset of a kind locks.
INSERT INTO job_control (kind) VALUES ('BULK_BALANCE'), ('BULK_DEBIT'), ('BULK_ACH');

-- One batch of a kind at a time, whatever raced to start it.
CREATE UNIQUE INDEX bulk_batch_one_live ON bulk_batch (kind) WHERE state IN ('RUNNING', 'PAUSED');

-- What is to be claimed, in the order of the list.
CREATE INDEX bulk_item_open ON bulk_item (batch_id, position) WHERE state IN ('WAITING', 'CLAIMED');

-- Items that follow the outcome of their payment.
CREATE INDEX bulk_item_following ON bulk_item (batch_id)
  WHERE intent_id IS NOT NULL AND state IN ('CLAIMED', 'UNKNOWN');

ALTER TABLE bulk_item ADD CONSTRAINT bulk_item_amount_positive CHECK (amount_cents > 0);
ALTER TABLE bulk_batch ADD CONSTRAINT bulk_batch_version_known CHECK (version IN (1, 2));
ALTER TABLE bulk_batch ADD CONSTRAINT bulk_batch_counts_within_total
  CHECK (done >= 0 AND failed >= 0 AND unknown >= 0 AND cancelled >= 0 AND done + failed + unknown + cancelled <= total);
