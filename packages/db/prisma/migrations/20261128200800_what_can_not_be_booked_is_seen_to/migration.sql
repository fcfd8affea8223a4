-- A payment that can not be booked in a recovery is confirmed on its own, with what was done about it.
-- small table: what was sent after a backup that was restored
ALTER TABLE "recovered_payment" ADD COLUMN     "confirmation" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "confirmed_by_id" UUID;

-- AddForeignKey
-- small table: what was sent after a backup that was restored
ALTER TABLE "recovered_payment" ADD CONSTRAINT "recovered_payment_confirmed_by_id_fkey" FOREIGN KEY ("confirmed_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;
