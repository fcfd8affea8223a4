-- A payment whose outcome a person has to find out: not to be mistaken for one that was recorded by hand.
ALTER TYPE "PaymentState" RENAME VALUE 'MANUAL' TO 'NEEDS_REVIEW';
