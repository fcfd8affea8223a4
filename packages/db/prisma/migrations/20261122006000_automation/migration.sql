-- AlterEnum
ALTER TYPE "BulkKind" ADD VALUE 'AUTOMATION';

-- CreateEnum
CREATE TYPE "AutomationSource" AS ENUM ('LP', 'GF');

-- CreateEnum
CREATE TYPE "AutomationRail" AS ENUM ('ACH', 'CARD');

-- CreateTable
CREATE TABLE "automation_item" (
    "item_id" UUID NOT NULL,
    "source" "AutomationSource" NOT NULL,
    "due_on" DATE NOT NULL,
    "rail" "AutomationRail",
    "second_rail" "AutomationRail",
    "plaid_balance_cents" BIGINT,
    "first_rail" "AutomationRail",
    "first_intent_id" UUID,
    "first_last4" TEXT NOT NULL DEFAULT '',
    "first_problem" TEXT NOT NULL DEFAULT '',
    "first_ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "automation_item_pkey" PRIMARY KEY ("item_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "automation_item_first_intent_id_key" ON "automation_item"("first_intent_id");

-- AddForeignKey
ALTER TABLE "automation_item" ADD CONSTRAINT "automation_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "bulk_item"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_item" ADD CONSTRAINT "automation_item_first_intent_id_fkey" FOREIGN KEY ("first_intent_id") REFERENCES "payment_intent"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A second attempt takes the other rail, and only one attempt comes before it.
ALTER TABLE "automation_item" ADD CONSTRAINT automation_item_rails_differ
  CHECK (second_rail IS NULL OR (rail IS NOT NULL AND second_rail <> rail AND first_rail IS NULL));
ALTER TABLE "automation_item" ADD CONSTRAINT automation_item_first_differs
  CHECK (first_rail IS NULL OR (rail IS NOT NULL AND first_rail <> rail AND first_ended_at IS NOT NULL));
