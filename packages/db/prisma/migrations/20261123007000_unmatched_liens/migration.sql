-- AlterTable
ALTER TABLE "business_lien" ADD COLUMN "sent_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "unmatched_lien" (
    "vendor_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "file_number" TEXT NOT NULL DEFAULT '',
    "filed_on" DATE,
    "lapses_on" DATE,
    "document_id" TEXT,
    "document_name" TEXT NOT NULL DEFAULT '',
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "termination_asked_at" TIMESTAMPTZ(3),
    "termination_error" TEXT NOT NULL DEFAULT '',
    "settled_at" TIMESTAMPTZ(3),
    "settlement" TEXT,

    CONSTRAINT "unmatched_lien_pkey" PRIMARY KEY ("vendor_id")
);

-- CreateIndex
CREATE INDEX "unmatched_lien_user_id_idx" ON "unmatched_lien"("user_id");

-- AddForeignKey
ALTER TABLE "unmatched_lien" ADD CONSTRAINT "unmatched_lien_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "business"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

ALTER TABLE unmatched_lien ADD CONSTRAINT unmatched_lien_status_known CHECK (status IN (
  'created', 'pending', 'open', 'filed', 'closing', 'closed', 'unknown'));
ALTER TABLE unmatched_lien ADD CONSTRAINT unmatched_lien_settled_somehow CHECK (
  (settled_at IS NULL) = (settlement IS NULL) AND settlement IN ('ADOPTED', 'CLOSED', 'GONE'));

ALTER TABLE business_lien DROP CONSTRAINT business_lien_status_known;
ALTER TABLE business_lien ADD CONSTRAINT business_lien_status_known CHECK (status IN (
  'created', 'pending', 'open', 'filed', 'closing', 'closed', 'unknown', 'Failed To File Lien', 'Filing Not Confirmed'));

-- When a filing was sent was not kept apart from when it was asked for.
UPDATE business_lien SET sent_at = asked_at WHERE status <> 'Failed To File Lien';

-- What failed without a refusal of the verifier's may have been filed all the same.
UPDATE business_lien SET status = 'Filing Not Confirmed', sent_at = asked_at
WHERE id IN (
    SELECT DISTINCT ON (user_id) id FROM business_lien ORDER BY user_id, created_at DESC, id DESC)
  AND status = 'Failed To File Lien' AND asked_at IS NOT NULL
  AND error !~ '^middesk: (400|401|403|409|422) '
  AND NOT EXISTS (SELECT FROM business_lien live WHERE live.user_id = business_lien.user_id
    AND live.status NOT IN ('Failed To File Lien', 'closed'));

-- Where there is, or may be, a lien, the verifier is asked for good.
UPDATE business SET next_check_at = now()
WHERE next_check_at IS NULL AND business_id IS NOT NULL
  AND EXISTS (SELECT FROM business_lien l WHERE l.user_id = business.user_id
    AND l.status NOT IN ('Failed To File Lien', 'closed'));
