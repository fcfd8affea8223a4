-- A bank corrects an account (notification of change): the corrected one is a new version, and the old one stays as it was.
ALTER TABLE "bank_account" ADD COLUMN "replaces_id" INTEGER, ADD COLUMN "replaced_at" TIMESTAMPTZ(3);
CREATE UNIQUE INDEX "bank_account_replaces_id_key" ON "bank_account"("replaces_id");
ALTER TABLE "bank_account" ADD CONSTRAINT "bank_account_replaces_id_fkey" FOREIGN KEY ("replaces_id") REFERENCES "bank_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "bank_account" ADD CONSTRAINT "bank_account_replaced_is_over" CHECK (replaced_at IS NULL OR (NOT enabled AND NOT is_primary));

DROP INDEX bank_account_manual_once;
CREATE UNIQUE INDEX bank_account_manual_once ON bank_account (user_id, routing, number_index)
  WHERE is_manually_added AND replaced_at IS NULL;

-- What banks said is right in the place of what was sent, sealed, and what became of it. One for each report of a change.
CREATE TYPE "CorrectionState" AS ENUM ('WAITING', 'APPLIED', 'REFUSED');

CREATE TABLE "account_correction" (
    "event_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "noticed_on" DATE NOT NULL,
    "corrected_sealed" BYTEA,
    "state" "CorrectionState" NOT NULL DEFAULT 'WAITING',
    "why" TEXT NOT NULL DEFAULT '',
    "account_id" INTEGER,
    "corrected_account_id" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_correction_pkey" PRIMARY KEY ("event_id")
);

CREATE INDEX "account_correction_account_id_idx" ON "account_correction"("account_id");
CREATE INDEX "account_correction_at_idx" ON "account_correction"("at" DESC);

ALTER TABLE "account_correction" ADD CONSTRAINT "account_correction_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "processor_event"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "account_correction" ADD CONSTRAINT "account_correction_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "bank_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "account_correction" ADD CONSTRAINT "account_correction_corrected_account_id_fkey" FOREIGN KEY ("corrected_account_id") REFERENCES "bank_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "account_correction" ADD CONSTRAINT "account_correction_says_why" CHECK ((state = 'REFUSED') = (why <> ''));
