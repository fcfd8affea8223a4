/** The parts that a balance is made of: every entry of a user's ledger is in exactly one. */
export const BALANCE_PARTS = ["advanced", "paid", "returned", "adjusted", "takenBack"] as const;
export type BalancePart = (typeof BALANCE_PARTS)[number];

/** Why an entry of each part changes what the user owes. */
export const BALANCE_REASONS: Readonly<Record<BalancePart, string>> = {
  advanced: "Advanced: to be paid back",
  paid: "Paid: owed no more",
  returned: "Came back: owed again",
  adjusted: "Adjusted: no money moved",
  takenBack: "The advance came back: not owed",
};

export const EXPLAIN_BALANCE_TEXTS = {
  open: "Explain this balance",
  asOf: "As of",
  /** How a day of the past is read. */
  asOfHint:
    "What was in the ledger at the end of that day, and no later fact. Imported history counts by its own dates.",
  schedule: "Payment dates",
  noSchedule: "There was no payment date.",
  terms: "Terms",
  noTerms: "There was no application.",
  empty: "Nothing was in the ledger then.",
  future: "The day is still to come.",
} as const;

/** More entries than anybody reads: the older ones are told as one sum. */
export const MOST_EXPLAINED = 500;
