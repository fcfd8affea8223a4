-- AlterTable
ALTER TABLE "payment_intent" ADD COLUMN "held_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "payout_hold" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "minutes" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "updated_by_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payout_hold_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "payout_hold" ADD CONSTRAINT "payout_hold_updated_by_id_fkey" FOREIGN KEY ("updated_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "payout_hold" ADD CONSTRAINT "payout_hold_is_one" CHECK (id = 1);
ALTER TABLE "payout_hold" ADD CONSTRAINT "payout_hold_is_short" CHECK (minutes BETWEEN 0 AND 120);
