-- Money that went back to a customer twice is seen by a person.
ALTER TYPE "PaymentExceptionKind" ADD VALUE 'GIVEN_BACK_TWICE';
