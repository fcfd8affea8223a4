-- What was brought from another system, by which import, and what it is known by when it comes again.
ALTER TABLE "users" ADD COLUMN "import_run_id" UUID;
ALTER TABLE "application" ADD COLUMN "import_key" TEXT;
ALTER TABLE "note" ADD COLUMN "import_key" TEXT;
ALTER TABLE "derogatory_remark" ADD COLUMN "import_key" TEXT;
ALTER TABLE "user_file" ADD COLUMN "import_key" TEXT;

CREATE TABLE "import_run" (
    "id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_run_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "import_profile" (
    "source" TEXT NOT NULL,
    "mapping" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "import_profile_pkey" PRIMARY KEY ("source")
);

CREATE INDEX "users_import_run_id_idx" ON "users"("import_run_id");
CREATE UNIQUE INDEX "application_import_key_key" ON "application"("import_key");
CREATE UNIQUE INDEX "note_import_key_key" ON "note"("import_key");
CREATE UNIQUE INDEX "derogatory_remark_import_key_key" ON "derogatory_remark"("import_key");
CREATE UNIQUE INDEX "user_file_import_key_key" ON "user_file"("import_key");

ALTER TABLE "users" ADD CONSTRAINT "users_import_run_id_fkey" FOREIGN KEY ("import_run_id") REFERENCES "import_run"("id") ON DELETE SET NULL ON UPDATE CASCADE;
