import type { AlloyStatus } from "@countinghouse/db";

/** What a customer is called by. */
export const CUSTOMER_NAME = { id: true, firstname: true, lastname: true, businessName: true } as const;

/** An amount of a row in cents, as calls give it. */
export const cents = (amount: bigint | null): number | null => (amount === null ? null : Number(amount));

/** The day of a date column, YYYY-MM-DD. */
export const day = (date: Date | null): string | null => date?.toISOString().slice(0, 10) ?? null;

export type CreditCheck = Exclude<AlloyStatus, "ManualReview"> | "Manual Review";

/** What the credit check said, in its own words. */
export const creditCheck = (status: AlloyStatus): CreditCheck =>
  status === "ManualReview" ? "Manual Review" : status;
