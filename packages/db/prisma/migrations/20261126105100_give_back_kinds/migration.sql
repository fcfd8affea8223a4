-- A batch that gives back what another one took, and a bank transfer that gives a debit back: no advance, as CREDIT is one.
ALTER TYPE "BulkKind" ADD VALUE 'REVERT';
ALTER TYPE "PaymentKind" ADD VALUE 'GIVE_BACK';
