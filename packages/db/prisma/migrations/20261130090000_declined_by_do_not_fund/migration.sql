-- Whether Do Not Fund declined an application; null for declines of earlier releases, which are recognised by the reason of the flag.
ALTER TABLE "application" ADD COLUMN     "declined_by_do_not_fund" BOOLEAN;
