-- CreateTable
CREATE TABLE "setting" (
    "name" TEXT NOT NULL,
    "cents" BIGINT NOT NULL,
    "version" INTEGER NOT NULL,
    "updated_by_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("name")
);

-- AddForeignKey
ALTER TABLE "setting" ADD CONSTRAINT "setting_updated_by_id_fkey" FOREIGN KEY ("updated_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "bulk_item" ADD COLUMN     "seen_balance_cents" BIGINT,
ADD COLUMN     "seen_payment_id" UUID;
