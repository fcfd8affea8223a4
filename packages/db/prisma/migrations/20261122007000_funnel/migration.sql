-- AlterTable
ALTER TABLE "users" ADD COLUMN     "partner_code" TEXT;

-- AlterTable
ALTER TABLE "journey_event" ADD COLUMN     "amount_cents" BIGINT,
ADD COLUMN     "event_id" INTEGER;

-- CreateTable
CREATE TABLE "partner" (
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "partner_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "funnel_event" (
    "id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "funnel_event_pkey" PRIMARY KEY ("id")
);

-- DropIndex
DROP INDEX "journey_event_user_id_idx";

-- CreateIndex
CREATE UNIQUE INDEX "funnel_event_name_key" ON "funnel_event"("name");

-- CreateIndex
CREATE INDEX "journey_event_user_id_event_id_happened_at_idx" ON "journey_event"("user_id", "event_id", "happened_at");

-- CreateIndex
CREATE INDEX "journey_event_event_id_happened_at_idx" ON "journey_event"("event_id", "happened_at");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_partner_code_fkey" FOREIGN KEY ("partner_code") REFERENCES "partner"("code") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "journey_event" ADD CONSTRAINT "journey_event_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "funnel_event"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The phases, in their order.
INSERT INTO funnel_event (id, name) VALUES
  (10, 'Application Started'),
  (20, 'Phone / Email Verified'),
  (30, 'Personal Info Submitted'),
  (40, 'Business Info Submitted'),
  (50, 'Bank Link Opened'),
  (60, 'Bank Linked'),
  (70, 'Income Verified'),
  (80, 'Identity Passed'),
  (90, 'Credit Check Passed'),
  (100, 'Risk Model Approved'),
  (110, 'Manual Review Entered'),
  (120, 'Manual Review Approved'),
  (130, 'Offer Generated'),
  (140, 'Offer Viewed'),
  (150, 'Offer Accepted'),
  (160, 'Debit Card Added'),
  (170, 'Documents Completed'),
  (180, 'Contract Sent'),
  (190, 'Contract Signed'),
  (200, 'Funding Review Passed'),
  (210, 'Funds Sent'),
  (220, 'Funded'),
  (230, 'First Payment Made');

-- What was stored so far are fundings.
UPDATE journey_event j SET event_id = 220, amount_cents = a.approved_amount_cents
  FROM application a WHERE a.id = j.application_id AND j.name = 'Funded';
