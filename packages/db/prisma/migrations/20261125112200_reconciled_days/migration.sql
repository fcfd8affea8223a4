-- CreateTable
CREATE TABLE "reconciliation_run" (
    "id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "by_id" UUID,
    "payments" INTEGER NOT NULL,
    "breaks" INTEGER NOT NULL,
    "is_whole" BOOLEAN NOT NULL,
    "unanswered" TEXT NOT NULL,
    "totals" JSONB NOT NULL,

    CONSTRAINT "reconciliation_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reconciliation_break" (
    "id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "ref" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "partner_ref" TEXT,
    "direction" TEXT NOT NULL,
    "user_id" INTEGER,
    "payment_id" UUID,
    "delta_cents" BIGINT NOT NULL,
    "lines" JSONB NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "gone_at" TIMESTAMPTZ(3),
    "resolution" TEXT,
    "why" TEXT NOT NULL DEFAULT '',
    "match_id" UUID,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by_id" UUID,

    CONSTRAINT "reconciliation_break_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reconciliation_certificate" (
    "day" DATE NOT NULL,
    "run_id" UUID NOT NULL,
    "signed_by_id" UUID NOT NULL,
    "signed_at" TIMESTAMPTZ(3) NOT NULL,
    "pdf" BYTEA NOT NULL,
    "digest" TEXT NOT NULL,

    CONSTRAINT "reconciliation_certificate_pkey" PRIMARY KEY ("day")
);

-- CreateIndex
CREATE INDEX "reconciliation_run_day_at_idx" ON "reconciliation_run"("day", "at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "reconciliation_break_day_ref_key" ON "reconciliation_break"("day", "ref");

-- AddForeignKey
ALTER TABLE "reconciliation_run" ADD CONSTRAINT "reconciliation_run_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reconciliation_break" ADD CONSTRAINT "reconciliation_break_resolved_by_id_fkey" FOREIGN KEY ("resolved_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reconciliation_certificate" ADD CONSTRAINT "reconciliation_certificate_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "reconciliation_run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reconciliation_certificate" ADD CONSTRAINT "reconciliation_certificate_signed_by_id_fkey" FOREIGN KEY ("signed_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE reconciliation_break ADD CONSTRAINT reconciliation_break_resolution_known
  CHECK (resolution IN ('REPAIRED', 'MATCHED', 'IGNORED') AND resolved_at IS NOT NULL OR resolution IS NULL AND resolved_at IS NULL);

-- What waits for a person is few of it.
CREATE INDEX reconciliation_break_open ON reconciliation_break (day) WHERE gone_at IS NULL AND resolution IS NULL;

-- A run and a signed day are kept as they were.
CREATE TRIGGER reconciliation_run_kept BEFORE UPDATE OR DELETE ON reconciliation_run FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_certificate_kept BEFORE UPDATE OR DELETE ON reconciliation_certificate FOR EACH ROW EXECUTE FUNCTION refuse_change();
