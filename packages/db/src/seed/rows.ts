import type { Prisma } from "../generated/prisma/client.ts";
import type { Row } from "./copy-rows.ts";

/** As the database names them: Prisma's name of "Manual Review" has no space. */
export type AlloyLabel = "Approved" | "Denied" | "Manual Review" | "Pending" | "Error" | "Expired";

export type UserRow = Row<Prisma.UserCreateManyInput>;
export type ApplicationRow = Omit<Row<Prisma.ApplicationCreateManyInput>, "alloyStatus"> & {
  alloyStatus: AlloyLabel;
};
export type IntentRow = Row<Prisma.PaymentIntentCreateManyInput>;
export type ManualRow = Row<Prisma.ManualPaymentCreateManyInput>;

/** The rows of one chunk of people, by table. */
export interface SeedRows {
  users: UserRow[];
  application: ApplicationRow[];
  offer: Row<Prisma.OfferCreateManyInput>[];
  user_file: Row<Prisma.UserFileCreateManyInput>[];
  recontract: Row<Prisma.RecontractCreateManyInput>[];
  bank_link: Row<Prisma.BankLinkCreateManyInput>[];
  bank_account: Row<Prisma.BankAccountCreateManyInput>[];
  balance_record: Row<Prisma.BalanceRecordCreateManyInput>[];
  /** Without the report itself: it comes from the provider. */
  asset_report: Omit<Row<Prisma.AssetReportCreateManyInput>, "report">[];
  card: Row<Prisma.CardCreateManyInput>[];
  note: Row<Prisma.NoteCreateManyInput>[];
  derogatory_remark: Row<Prisma.DerogatoryRemarkCreateManyInput>[];
  decision: Row<Prisma.DecisionCreateManyInput>[];
  underwriting: Row<Prisma.UnderwritingCreateManyInput>[];
  payment_schedule: Row<Prisma.PaymentScheduleCreateManyInput>[];
  payment_preference: Row<Prisma.PaymentPreferenceCreateManyInput>[];
  payment_intent: IntentRow[];
  payment_attempt: Row<Prisma.PaymentAttemptCreateManyInput>[];
  manual_payment: ManualRow[];
  ledger_account: Row<Prisma.LedgerAccountCreateManyInput>[];
  ledger_transaction: Row<Prisma.LedgerTransactionCreateManyInput>[];
  ledger_entry: Row<Prisma.LedgerEntryCreateManyInput>[];
  user_balance: Row<Prisma.UserBalanceCreateManyInput>[];
  business: Row<Prisma.BusinessCreateManyInput>[];
  business_lien: Row<Prisma.BusinessLienCreateManyInput>[];
}

/** In the order in which they refer to one another. */
export const SEEDED_TABLES: readonly (keyof SeedRows)[] = [
  "users",
  "application",
  "offer",
  "user_file",
  "recontract",
  "bank_link",
  "bank_account",
  "balance_record",
  "asset_report",
  "card",
  "note",
  "derogatory_remark",
  "decision",
  "underwriting",
  "payment_schedule",
  "payment_preference",
  "payment_intent",
  "payment_attempt",
  "manual_payment",
  "ledger_account",
  "ledger_transaction",
  "ledger_entry",
  "user_balance",
  "business",
  "business_lien",
];

/** A chunk with nothing in it. */
export const emptyRows = (): SeedRows => ({
  users: [],
  application: [],
  offer: [],
  user_file: [],
  recontract: [],
  bank_link: [],
  bank_account: [],
  balance_record: [],
  asset_report: [],
  card: [],
  note: [],
  derogatory_remark: [],
  decision: [],
  underwriting: [],
  payment_schedule: [],
  payment_preference: [],
  payment_intent: [],
  payment_attempt: [],
  manual_payment: [],
  ledger_account: [],
  ledger_transaction: [],
  ledger_entry: [],
  user_balance: [],
  business: [],
  business_lien: [],
});
