/** The parts that a balance is made of: every entry of a user's ledger is in exactly one. */
export const BALANCE_PARTS = ["advanced", "paid", "returned", "adjusted", "takenBack"] as const;
export type BalancePart = (typeof BALANCE_PARTS)[number];

/** Why an entry of each part changes what the user owes. */
export const BALANCE_REASONS: Readonly<Record<BalancePart, string>> = {
  advanced: "Advanced: to be paid back",
  paid: "Paid: owed no more",
  returned: "Returned: owed again",
  adjusted: "Adjusted: no money moved",
  takenBack: "Advance returned: not owed",
};

export const EXPLAIN_BALANCE_TEXTS = {
  open: "Explain this balance",
  asOf: "As of",
  /** How a day of the past is read. */
  asOfHint:
    "The ledger at the end of that day, without later entries. Imported history counts by its own dates.",
  schedule: "Payment dates",
  noSchedule: "There were no payment dates.",
  terms: "Terms",
  noTerms: "There was no application.",
  empty: "The ledger had no entries then.",
  future: "This day is in the future.",
} as const;

/** More entries than anybody reads: the older ones are told as one sum. */
export const MOST_EXPLAINED = 500;
