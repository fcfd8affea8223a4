-- Until when the customer's consent to read the bank lasts, as the provider tells it; null where it does not end, or was never told.
ALTER TABLE "bank_link" ADD COLUMN "consent_expires_at" TIMESTAMPTZ(3);
