-- AlterTable
ALTER TABLE "bank_account" ADD COLUMN     "is_tokenized" BOOLEAN NOT NULL DEFAULT false;
