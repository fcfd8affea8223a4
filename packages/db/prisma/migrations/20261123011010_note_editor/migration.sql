-- AlterTable
ALTER TABLE "note" ADD COLUMN     "editor_id" UUID;

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_editor_id_fkey" FOREIGN KEY ("editor_id") REFERENCES "admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;
