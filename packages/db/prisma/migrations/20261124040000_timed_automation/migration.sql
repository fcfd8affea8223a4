-- When payment automation runs by itself, if it does; one row, once somebody has set it.
CREATE TABLE "automation_timer" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "is_on" BOOLEAN NOT NULL,
    "run_at" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "set_by_id" UUID NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "automation_timer_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "automation_timer" ADD CONSTRAINT "automation_timer_is_one" CHECK (id = 1);
ALTER TABLE "automation_timer" ADD CONSTRAINT "automation_timer_is_a_time" CHECK (run_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');

-- What became of a day: one row a day, so that none runs twice.
CREATE TYPE "TimedRunState" AS ENUM ('PLANNED', 'HELD', 'CANCELLED', 'RUN', 'REFUSED', 'MISSED');
CREATE TABLE "timed_run" (
    "day" DATE NOT NULL,
    "planned_for" TIMESTAMPTZ(3) NOT NULL,
    "state" "TimedRunState" NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "batch_id" UUID,
    "decided_by_id" UUID,
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "timed_run_pkey" PRIMARY KEY ("day")
);
CREATE UNIQUE INDEX "timed_run_batch_id_key" ON "timed_run"("batch_id");
ALTER TABLE "timed_run" ADD CONSTRAINT "timed_run_has_its_batch" CHECK ((state = 'RUN') = (batch_id IS NOT NULL));

ALTER TABLE "automation_timer" ADD CONSTRAINT "automation_timer_set_by_id_fkey" FOREIGN KEY ("set_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "timed_run" ADD CONSTRAINT "timed_run_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "bulk_batch"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "timed_run" ADD CONSTRAINT "timed_run_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;
