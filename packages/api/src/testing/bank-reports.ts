import type { StoredReport } from "../asset-reports/stored.ts";

type Account = StoredReport["items"][number]["accounts"][number];
type Transaction = Account["transactions"][number];

/** A transaction as a report tells it; cents seen from the account. */
export type ReportLine = readonly [
  date: string,
  amountCents: number,
  description: string,
  changes?: Partial<Transaction>,
];

/** A report on one bank, an account for each list of lines; they are named account-0, account-1 and so on. */
export const aBankReport = (...accounts: (readonly ReportLine[])[]): StoredReport => ({
  generatedAt: new Date("2026-11-20T15:00:00Z"),
  days: 720,
  items: [
    {
      itemId: "item-1",
      institutionName: "First Platypus Bank",
      accounts: accounts.map((lines, index) => reportedAccount(`account-${index}`, lines)),
    },
  ],
});

const reportedAccount = (accountId: string, lines: readonly ReportLine[]): Account => ({
  accountId,
  name: "Plaid Checking",
  mask: "0259",
  type: "depository",
  subtype: "checking",
  availableCents: 0,
  currentCents: 0,
  currency: "USD",
  daysAvailable: 720,
  owners: [],
  // Plaid gives the newest first.
  transactions: lines.toReversed().map(([date, amountCents, originalDescription, changes], index) => ({
    transactionId: `${accountId}-${String(lines.length - index).padStart(6, "0")}`,
    date,
    originalDescription,
    amountCents,
    currency: "USD",
    pending: false,
    ...changes,
  })),
});
