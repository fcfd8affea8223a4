-- What is said of columns is stored for each kind of table, header and occurrence of the header.
ALTER TABLE "import_profile" ADD COLUMN     "columns" JSONB NOT NULL DEFAULT '[]';
