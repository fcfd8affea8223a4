-- A promise can be changed, and ended by staff.
-- small table: what customers promised to pay
ALTER TABLE "payment_promise" ADD COLUMN     "ended_at" TIMESTAMPTZ(3),
ADD COLUMN     "ended_by_id" UUID,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AddForeignKey
-- small table: what customers promised to pay
ALTER TABLE "payment_promise" ADD CONSTRAINT "payment_promise_ended_by_id_fkey" FOREIGN KEY ("ended_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;
