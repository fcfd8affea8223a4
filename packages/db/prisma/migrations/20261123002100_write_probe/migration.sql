-- CreateTable
CREATE TABLE "write_probe" (
    "only_row" BOOLEAN NOT NULL DEFAULT true,
    "written_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "write_probe_pkey" PRIMARY KEY ("only_row")
);
ALTER TABLE "write_probe" ADD CONSTRAINT "write_probe_only_row" CHECK ("only_row");
