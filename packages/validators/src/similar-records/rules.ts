/** What two users can have in common, in the order of their sections. */
export const SIMILAR_RECORD_KINDS = [
  "accounts",
  "debitCards",
  "addresses",
  "phones",
  "ssns",
  "companyNames",
  "einTaxes",
] as const;
export type SimilarRecordKind = (typeof SIMILAR_RECORD_KINDS)[number];

/** Users shown of those who share one thing; that there are more is said. */
export const SIMILAR_USERS_SHOWN = 50;

/** The balance from which a funded user counts as one who still owes (specification 1 section 9). */
const FUNDED_BALANCE_THRESHOLD_CENTS = 500;

/** Whether a funded user still owes: at least the threshold, and the user or a renewal of it is funded. */
export const hasActiveFundedBalance = (facts: {
  balanceCents: number;
  funded: boolean;
  renewalFunded: boolean;
}): boolean => facts.balanceCents >= FUNDED_BALANCE_THRESHOLD_CENTS && (facts.funded || facts.renewalFunded);
