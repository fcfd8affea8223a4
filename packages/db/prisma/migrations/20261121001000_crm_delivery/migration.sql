-- AlterEnum
ALTER TYPE "OutboxTopic" ADD VALUE 'CRM';

-- AlterTable
ALTER TABLE "outbox_message" ADD COLUMN     "lane" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "position" BIGSERIAL NOT NULL;

-- CreateTable
CREATE TABLE "vendor_token" (
    "vendor" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "vendor_token_pkey" PRIMARY KEY ("vendor")
);

-- CreateIndex
CREATE INDEX "outbox_message_lane_position_idx" ON "outbox_message"("lane", "position");
