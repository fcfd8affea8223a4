-- Liens of other creditors that the verifier lists.
CREATE TABLE "others_lien" (
    "vendor_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "file_number" TEXT NOT NULL DEFAULT '',
    "filed_on" DATE,
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "others_lien_pkey" PRIMARY KEY ("vendor_id")
);

-- CreateIndex
CREATE INDEX "others_lien_user_id_idx" ON "others_lien"("user_id");

-- AddForeignKey
ALTER TABLE "others_lien" ADD CONSTRAINT "others_lien_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "business"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A change of one changes what waits for a person.
CREATE TRIGGER others_lien_work_added AFTER INSERT ON others_lien
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER others_lien_work_changed AFTER UPDATE ON others_lien
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
CREATE TRIGGER others_lien_work_removed AFTER DELETE ON others_lien
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_work_of_customers();
