-- A run that takes money may be held as payouts are: nothing of it is begun before, and it may be cancelled until then.
ALTER TABLE "bulk_batch" ADD COLUMN "held_until" TIMESTAMPTZ(3);

-- small table: payout_hold has one row
ALTER TABLE "payout_hold" ADD COLUMN "run_minutes" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "payout_hold" ADD CONSTRAINT "payout_hold_of_runs_is_short" CHECK (run_minutes BETWEEN 0 AND 120);
