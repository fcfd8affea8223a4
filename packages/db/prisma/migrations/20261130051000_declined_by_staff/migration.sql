-- When staff declined an application, and its stage before that.
ALTER TABLE "application" ADD COLUMN     "declined_at" TIMESTAMPTZ(3),
ADD COLUMN     "declined_from" "ApplicationStage";
