-- The rows of a customer's book that an import changed, with their columns before and after: an undo sets them back.
ALTER TABLE "import_customer" ADD COLUMN "changed" JSONB;
