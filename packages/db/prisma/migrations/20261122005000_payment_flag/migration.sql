-- AlterTable
ALTER TABLE "admin" ADD COLUMN "payment_flag" BOOLEAN NOT NULL DEFAULT false;
