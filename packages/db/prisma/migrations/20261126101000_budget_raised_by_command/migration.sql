-- A budget that is raised by a command is raised by no admin: its event says by what.
ALTER TABLE "reading_raise" ALTER COLUMN "raised_by_id" DROP NOT NULL;
