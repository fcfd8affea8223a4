import type { AlloyStatus } from "@countinghouse/db";

/** What a customer is called by. */
export const CUSTOMER_NAME = { id: true, firstname: true, lastname: true, businessName: true } as const;

export type CreditCheck = Exclude<AlloyStatus, "ManualReview"> | "Manual Review";

/** What the credit check said, in its own words. */
export const creditCheck = (status: AlloyStatus): CreditCheck =>
  status === "ManualReview" ? "Manual Review" : status;
