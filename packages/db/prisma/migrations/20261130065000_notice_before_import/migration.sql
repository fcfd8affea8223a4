-- Whether the notice of an imported decline was a matter of the former system.
ALTER TABLE "application" ADD COLUMN     "notice_before" BOOLEAN NOT NULL DEFAULT false;
