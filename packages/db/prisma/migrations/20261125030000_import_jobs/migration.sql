CREATE TYPE "ImportJobState" AS ENUM ('UPLOADED', 'PLANNING', 'PLANNED', 'RUNNING', 'PAUSED', 'DONE', 'FAILED', 'DISCARDED');

CREATE TYPE "ImportFileKind" AS ENUM ('UPLOADED', 'REFUSED', 'FINDINGS');

CREATE TABLE "import_job" (
    "id" UUID NOT NULL,
    "state" "ImportJobState" NOT NULL,
    "settings" JSONB,
    "plan" JSONB,
    "plan_digest" TEXT,
    "progress" JSONB,
    "report" JSONB,
    "error" TEXT NOT NULL DEFAULT '',
    "created_by_id" UUID NOT NULL,
    "requested_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "process_id" UUID,

    CONSTRAINT "import_job_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "import_file" (
    "id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "kind" "ImportFileKind" NOT NULL,
    "name" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "import_file_pkey" PRIMARY KEY ("id")
);

-- The parts of a file come before its row: only a file that is whole has one.
CREATE TABLE "import_file_part" (
    "file_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "import_file_part_pkey" PRIMARY KEY ("file_id", "sequence")
);

CREATE INDEX "import_job_created_at_id_idx" ON "import_job"("created_at" DESC, "id" DESC);
CREATE INDEX "import_file_job_id_created_at_idx" ON "import_file"("job_id", "created_at");
CREATE INDEX "import_file_part_created_at_idx" ON "import_file_part"("created_at");

ALTER TABLE "import_job" ADD CONSTRAINT "import_job_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "import_job" ADD CONSTRAINT "import_job_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "import_file" ADD CONSTRAINT "import_file_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "import_job"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
