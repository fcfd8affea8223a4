-- The opening balance that an import replaced: an undo of the import lets it stand again.
ALTER TABLE "import_customer" ADD COLUMN "replaced_opening_id" UUID;
