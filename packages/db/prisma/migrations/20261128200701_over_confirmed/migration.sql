-- Whether somebody has confirmed of a payment that it takes more than is owed. The release before does not keep it.
ALTER TABLE "payment_intent" ADD COLUMN "over_confirmed" BOOLEAN;
