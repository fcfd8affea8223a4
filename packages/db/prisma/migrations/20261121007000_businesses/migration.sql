-- AlterEnum
ALTER TYPE "OutboxTopic" ADD VALUE 'BUSINESS';

-- CreateTable
CREATE TABLE "business" (
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "city" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "zipcode" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "business_id" TEXT,
    "status" TEXT NOT NULL,
    "error" TEXT NOT NULL DEFAULT '',
    "batch_id" UUID NOT NULL,
    "next_check_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "business_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "business_lien" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "vendor_id" TEXT,
    "state" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "error" TEXT NOT NULL DEFAULT '',
    "principal_cents" BIGINT,
    "file_number" TEXT NOT NULL DEFAULT '',
    "filed_on" DATE,
    "lapses_on" DATE,
    "document_id" TEXT,
    "document_name" TEXT NOT NULL DEFAULT '',
    "asked_at" TIMESTAMPTZ(3),
    "known_lien_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "business_lien_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "business_external_id_key" ON "business"("external_id");

-- CreateIndex
CREATE UNIQUE INDEX "business_business_id_key" ON "business"("business_id");

-- CreateIndex
CREATE INDEX "business_created_at_user_id_idx" ON "business"("created_at" DESC, "user_id" DESC);

-- CreateIndex
CREATE INDEX "business_next_check_at_idx" ON "business"("next_check_at");

-- CreateIndex
CREATE UNIQUE INDEX "business_lien_vendor_id_key" ON "business_lien"("vendor_id");

-- CreateIndex
CREATE INDEX "business_lien_user_id_created_at_idx" ON "business_lien"("user_id", "created_at" DESC);

-- AddForeignKey
ALTER TABLE "business" ADD CONSTRAINT "business_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "business_lien" ADD CONSTRAINT "business_lien_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "business"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

ALTER TABLE business ADD CONSTRAINT business_status_known CHECK (status IN (
  'open', 'pending', 'in_audit', 'in_review', 'approved', 'rejected', 'error', 'Failed To Send Request'));
ALTER TABLE business_lien ADD CONSTRAINT business_lien_status_known CHECK (status IN (
  'created', 'pending', 'open', 'filed', 'closing', 'closed', 'unknown', 'Failed To File Lien'));

-- One live lien a business, whoever raced to file it.
CREATE UNIQUE INDEX business_lien_one_live ON business_lien (user_id)
  WHERE status NOT IN ('Failed To File Lien', 'closed');

-- Search by any part of id, name, e-mail, phone or business.
CREATE INDEX business_search ON business USING gin
  ((external_id || ' ' || name || ' ' || person || ' ' || email || ' ' || phone) gin_trgm_ops);
