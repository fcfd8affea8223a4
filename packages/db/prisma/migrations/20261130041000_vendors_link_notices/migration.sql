-- What the bank-link provider tells of a link: the permission was taken back, of the whole link or of one account, or the link is cut soon.
ALTER TABLE "bank_link" ADD COLUMN "revoked_at" TIMESTAMPTZ(3), ADD COLUMN "disconnect_told_at" TIMESTAMPTZ(3);
ALTER TABLE "bank_account" ADD COLUMN "revoked_at" TIMESTAMPTZ(3);
