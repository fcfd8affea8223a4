-- CreateEnum
CREATE TYPE "EnvironmentKind" AS ENUM ('PRODUCTION', 'SANDBOX');

-- CreateEnum
CREATE TYPE "EnvironmentState" AS ENUM ('NORMAL', 'RECOVERY');

-- CreateEnum
CREATE TYPE "RecoveryReason" AS ENUM ('ANOTHER_ADDRESS', 'NO_JOURNAL', 'SENT_PAYMENTS', 'UNREADABLE_JOURNAL', 'REPORTED_PAYMENTS');

-- CreateEnum
CREATE TYPE "RecoveredState" AS ENUM ('FOUND', 'BOOKED', 'REFUSED');

-- CreateTable
CREATE TABLE "environment" (
    "id" UUID NOT NULL,
    "is_only" BOOLEAN NOT NULL DEFAULT true,
    "kind" "EnvironmentKind" NOT NULL,
    "address" TEXT NOT NULL,
    "verified_instance" TEXT NOT NULL DEFAULT '',
    "verified_at" TIMESTAMPTZ(3) NOT NULL,
    "state" "EnvironmentState" NOT NULL DEFAULT 'NORMAL',
    "reasons" "RecoveryReason"[],
    "recovery_since" TIMESTAMPTZ(3),
    "problem" TEXT NOT NULL DEFAULT '',
    "reported_rows" INTEGER NOT NULL DEFAULT 0,
    "reported_cents" BIGINT NOT NULL DEFAULT 0,
    "unreadable_entries" INTEGER NOT NULL DEFAULT 0,
    "released_at" TIMESTAMPTZ(3),
    "released_by_id" UUID,
    "release_reason" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "environment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovered_payment" (
    "provider_key" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "intent_id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" "PaymentKind" NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "state" "RecoveredState" NOT NULL DEFAULT 'FOUND',
    "reason" TEXT NOT NULL DEFAULT '',
    "booked_at" TIMESTAMPTZ(3),
    "released_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovered_payment_pkey" PRIMARY KEY ("provider_key")
);

-- CreateIndex
CREATE UNIQUE INDEX "environment_is_only_key" ON "environment"("is_only");

-- CreateIndex
CREATE INDEX "recovered_payment_state_idx" ON "recovered_payment"("state");

-- AddForeignKey
ALTER TABLE "environment" ADD CONSTRAINT "environment_released_by_id_fkey" FOREIGN KEY ("released_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

ALTER TABLE environment ADD CONSTRAINT environment_is_one CHECK (is_only);

-- What tells this database from a copy or an earlier state of it: the cluster, the database in it, the run of the
-- server (a disk that was set back starts anew), and the file of the table that says what was sent (a restore into the
-- same database makes another one).
CREATE FUNCTION database_instance() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws(' ',
    (SELECT system_identifier FROM pg_control_system()),
    (SELECT oid FROM pg_database WHERE datname = current_database()),
    extract(epoch FROM pg_postmaster_start_time()),
    pg_relation_filenode('public.payment_attempt'::regclass))
$$;
