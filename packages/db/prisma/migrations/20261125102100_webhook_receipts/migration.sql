-- Events of vendors that were acted on: the same one played again is not.
CREATE TABLE "webhook_receipt" (
    "vendor" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_receipt_pkey" PRIMARY KEY ("vendor","event_id")
);
CREATE INDEX "webhook_receipt_received_at_idx" ON "webhook_receipt"("received_at");

-- What browsers report of the console's policies: one row for each kind of report, with how often it came.
CREATE TABLE "policy_report" (
    "id" UUID NOT NULL,
    "directive" TEXT NOT NULL,
    "blocked" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "policy_report_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "policy_report_directive_blocked_source_key" ON "policy_report"("directive", "blocked", "source");
CREATE INDEX "policy_report_last_at_idx" ON "policy_report"("last_at");
