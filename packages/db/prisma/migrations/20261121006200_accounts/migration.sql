-- CreateEnum
CREATE TYPE "AccountVerification" AS ENUM ('PENDING', 'VERIFIED_OPEN', 'OPEN_NEGATIVE', 'CLOSED', 'NOT_FOUND', 'OWNER_MISMATCH', 'HIGH_RETURN_RISK', 'NO_DEBIT_ALLOWED', 'ERROR');

-- DropForeignKey
ALTER TABLE "bank_account" DROP CONSTRAINT "bank_account_bank_link_id_fkey";

-- AlterTable
ALTER TABLE "bank_link" ADD COLUMN     "is_manual" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable: whose an account is comes from its link.
ALTER TABLE "bank_account" ADD COLUMN     "source" TEXT NOT NULL DEFAULT 'plaid',
ADD COLUMN     "user_id" INTEGER,
ADD COLUMN     "verification" "AccountVerification" NOT NULL DEFAULT 'PENDING';

UPDATE "bank_account" a SET "user_id" = l."user_id" FROM "bank_link" l WHERE l."id" = a."bank_link_id";
UPDATE "bank_account" SET "source" = 'manual' WHERE "is_manually_added";

ALTER TABLE "bank_account" ALTER COLUMN "user_id" SET NOT NULL;

-- AlterTable
ALTER TABLE "card" ADD COLUMN     "account" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "mid" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "verify_fund" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "verify_type" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "bank_account_user_id_idx" ON "bank_account"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "bank_link_id_user_id_key" ON "bank_link"("id", "user_id");

-- AddForeignKey
ALTER TABLE "bank_account" ADD CONSTRAINT "bank_account_bank_link_id_user_id_fkey" FOREIGN KEY ("bank_link_id", "user_id") REFERENCES "bank_link"("id", "user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- One primary account a user, whoever raced to choose it.
CREATE UNIQUE INDEX bank_account_one_primary ON bank_account (user_id) WHERE is_primary;

-- One place a user for the accounts that were added by hand, and none of those twice.
CREATE UNIQUE INDEX bank_link_one_manual ON bank_link (user_id) WHERE is_manual;
CREATE UNIQUE INDEX bank_account_manual_once ON bank_account (user_id, routing, number_index)
  WHERE is_manually_added;
