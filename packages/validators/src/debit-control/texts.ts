import type { Cure } from "./rules.ts";

export const DEBIT_CONTROL_LABELS = {
  title: "Debit control",
  notLoaded: "Blocked accounts and cards could not be loaded.",
  record: "Record…",
  cure: "Type of proof",
  obtainedOn: "Obtained on",
  how: "How it was obtained",
  document: "Document",
  subtype: "Account type",
} as const;

export const CURE_LABELS: Readonly<Record<Cure, string>> = {
  authorisation: "New authorization of debits",
  correction: "Corrected account",
};

export const CURE_RECORDED = "Recorded. The account may be debited again.";

export const SUBTYPE_LABELS = { checking: "Checking", savings: "Savings" } as const;

export const ACCOUNT_CORRECTED = "Recorded. Payments use the corrected account from now on.";
