-- CreateTable
CREATE TABLE "drift" (
    "id" UUID NOT NULL,
    "what" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" INTEGER,
    "ours" TEXT NOT NULL,
    "theirs" TEXT NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "repaired_at" TIMESTAMPTZ(3),
    "repaired_by_id" UUID,
    "repairs" INTEGER NOT NULL DEFAULT 0,
    "gone_at" TIMESTAMPTZ(3),

    CONSTRAINT "drift_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drift_check" (
    "day" DATE NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "compared" INTEGER NOT NULL,
    "found" INTEGER NOT NULL,
    "unanswered" TEXT NOT NULL,

    CONSTRAINT "drift_check_pkey" PRIMARY KEY ("day")
);

-- CreateIndex
CREATE INDEX "drift_user_id_idx" ON "drift"("user_id");

-- AddForeignKey
ALTER TABLE "drift" ADD CONSTRAINT "drift_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drift" ADD CONSTRAINT "drift_repaired_by_id_fkey" FOREIGN KEY ("repaired_by_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE drift ADD CONSTRAINT drift_what_known CHECK (what IN ('flag', 'stage', 'note', 'row', 'business', 'lien', 'file'));

-- One difference of a subject is open at a time.
CREATE UNIQUE INDEX drift_one_open ON drift (what, subject) WHERE gone_at IS NULL;

-- What was told lately is compared.
CREATE INDEX outbox_message_delivered ON outbox_message (topic, delivered_at) WHERE state = 'DELIVERED' AND topic IN ('CRM', 'LEDGER_SHEET');
