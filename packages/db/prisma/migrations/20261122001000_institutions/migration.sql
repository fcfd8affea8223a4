-- CreateTable
CREATE TABLE "institution" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" "InstitutionStatus",
    "status_since" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3),
    "tried_at" TIMESTAMPTZ(3),
    "error" TEXT NOT NULL DEFAULT '',
    "requested_at" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3) NOT NULL,
    "customers" INTEGER NOT NULL,

    CONSTRAINT "institution_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "institution_next_check_at_idx" ON "institution"("next_check_at");

-- CreateIndex
CREATE INDEX "bank_link_institution_id_is_active_user_id_idx" ON "bank_link"("institution_id", "is_active", "user_id");
