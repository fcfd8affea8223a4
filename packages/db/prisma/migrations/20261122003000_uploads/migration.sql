-- CreateEnum
CREATE TYPE "UploadState" AS ENUM ('SENDING', 'UPLOADED', 'REFUSED', 'FAILED', 'UNKNOWN');

-- CreateTable
CREATE TABLE "upload" (
    "id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "sha256" BYTEA NOT NULL,
    "remote_path" TEXT,
    "state" "UploadState" NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "leased_until" TIMESTAMPTZ(3),
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "upload_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "upload_remote_path_key" ON "upload"("remote_path");

-- CreateIndex
CREATE INDEX "upload_created_at_id_idx" ON "upload"("created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "upload" ADD CONSTRAINT "upload_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
