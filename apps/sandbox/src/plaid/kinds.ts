import type { Transaction } from "plaid";
import type { Wire } from "./wire.ts";

/** What a transaction is about: the vendor's category, where it was made, how long the bank takes to post it. */
export interface Kind {
  primary: string;
  detailed: string;
  channel: Wire<Transaction>["payment_channel"];
  code: Wire<Transaction>["transaction_code"];
  /** 0 = posted on its day; until then a transaction is pending. */
  daysPending: number;
}

const kind = (
  primary: string,
  detail: string,
  channel: Kind["channel"],
  code: Kind["code"],
  daysPending = 0,
): Kind => ({ primary, detailed: `${primary}_${detail}`, channel, code, daysPending });

export const KINDS = {
  gigPayout: kind("INCOME", "GIG_ECONOMY", "other", "standing order"),
  instantPayout: kind("INCOME", "GIG_ECONOMY", "online", "payment", 1),
  cardSettlement: kind("INCOME", "OTHER_INCOME", "other", "standing order", 1),
  marketplacePayout: kind("INCOME", "OTHER_INCOME", "other", "standing order"),
  invoicePaid: kind("INCOME", "OTHER_INCOME", "other", "payment"),
  invoicePaidOnline: kind("INCOME", "OTHER_INCOME", "online", "payment"),
  taxRefund: kind("INCOME", "TAX_REFUND", "other", "payment"),
  interest: kind("INCOME", "INTEREST_EARNED", "other", "interest"),
  loanProceeds: kind("LOAN_DISBURSEMENTS", "CASH_ADVANCES", "other", "payment"),
  loanPayment: kind("LOAN_PAYMENTS", "CASH_ADVANCES", "other", "direct debit"),
  personalLoanPayment: kind("LOAN_PAYMENTS", "PERSONAL_LOAN_PAYMENT", "other", "direct debit"),
  carPayment: kind("LOAN_PAYMENTS", "CAR_PAYMENT", "other", "direct debit"),
  cardPayment: kind("LOAN_PAYMENTS", "CREDIT_CARD_PAYMENT", "online", "bill payment"),
  bnplPayment: kind("LOAN_PAYMENTS", "BNPL", "online", "direct debit"),
  rent: kind("RENT_AND_UTILITIES", "RENT", "online", "bill payment"),
  electricity: kind("RENT_AND_UTILITIES", "GAS_AND_ELECTRICITY", "online", "bill payment"),
  telephone: kind("RENT_AND_UTILITIES", "TELEPHONE", "online", "bill payment"),
  insurance: kind("GENERAL_SERVICES", "INSURANCE", "online", "direct debit"),
  software: kind("GENERAL_SERVICES", "OTHER_GENERAL_SERVICES", "online", "purchase", 1),
  streaming: kind("ENTERTAINMENT", "TV_AND_MOVIES", "online", "purchase", 1),
  fuel: kind("TRANSPORTATION", "GAS", "in store", "purchase", 2),
  groceries: kind("FOOD_AND_DRINK", "GROCERIES", "in store", "purchase", 2),
  meals: kind("FOOD_AND_DRINK", "FAST_FOOD", "in store", "purchase", 2),
  supplies: kind("GENERAL_MERCHANDISE", "OTHER_GENERAL_MERCHANDISE", "in store", "purchase", 2),
  moneyIn: kind("TRANSFER_IN", "TRANSFER_IN_FROM_APPS", "online", "transfer", 1),
  moneyOut: kind("TRANSFER_OUT", "TRANSFER_OUT_FROM_APPS", "online", "transfer", 1),
  cashIn: kind("TRANSFER_IN", "DEPOSIT", "in store", "cash"),
  cashOut: kind("TRANSFER_OUT", "WITHDRAWAL", "in store", "atm"),
  fromOwnAccount: kind("TRANSFER_IN", "ACCOUNT_TRANSFER", "online", "transfer"),
  toOwnAccount: kind("TRANSFER_OUT", "ACCOUNT_TRANSFER", "online", "transfer"),
  returnedItemFee: kind("BANK_FEES", "INSUFFICIENT_FUNDS", "other", "returned item fee"),
  overdraftFee: kind("BANK_FEES", "OVERDRAFT_FEES", "other", "bank charge"),
  monthlyFee: kind("BANK_FEES", "OTHER_BANK_FEES", "other", "bank charge"),
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;
