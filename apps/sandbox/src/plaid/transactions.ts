import type { AssetReportTransaction, Transaction } from "plaid";
import { type Day, isoDay } from "../days.ts";
import { KINDS, type KindName } from "./kinds.ts";
import type { Entry } from "./ledger.ts";
import type { Wire } from "./wire.ts";

/** An entry as Plaid's transactions tell it, on a day on which it may still be pending. */
export function describedTransaction(entry: Entry, today: Day, withDescription: boolean): Wire<Transaction> {
  const kind = KINDS[entry.kind];
  const { pending, ids } = entryStanding(entry, today);
  return {
    ...ids,
    ...plainFields(entry, pending),
    ...(withDescription && { original_description: statementLine(entry) }),
    merchant_name: hasMerchant(entry.kind) ? entry.party : null,
    name: entry.party,
    location: NOWHERE,
    payment_meta: NO_META,
    authorized_date: isoDay(entry.day),
    authorized_datetime: null,
    datetime: null,
    payment_channel: kind.channel,
    transaction_code: kind.code,
    personal_finance_category: {
      primary: kind.primary,
      detailed: kind.detailed,
      confidence_level: "VERY_HIGH",
      version: "v2",
    },
    personal_finance_category_icon_url: `https://plaid-category-icons.plaid.com/PFC_${kind.primary}.png`,
    counterparties: [],
    merchant_entity_id: null,
    logo_url: null,
    website: null,
  };
}

/** An entry as Plaid's asset reports tell it. */
export function describedInReport(entry: Entry, today: Day): Wire<AssetReportTransaction> {
  const { primary, detailed } = KINDS[entry.kind];
  const { pending, ids } = entryStanding(entry, today);
  return {
    ...ids,
    ...plainFields(entry, pending),
    original_description: statementLine(entry),
    date_transacted: isoDay(entry.day),
    credit_category: { primary, detailed },
    location: NOWHERE,
    name: entry.party,
    merchant_name: hasMerchant(entry.kind) ? entry.party : null,
    payment_meta: NO_META,
    transaction_type: entry.kind === "cashOut" || entry.kind === "cashIn" ? "special" : "digital",
  };
}

/** The id by which an entry is known on a day: a posted one takes the place of the pending one. */
export function entryStanding(entry: Entry, today: Day) {
  const pending = entry.pendingId !== null && entry.postedDay > today;
  const ids = pending
    ? { transaction_id: entry.pendingId ?? entry.id, pending_transaction_id: null }
    : { transaction_id: entry.id, pending_transaction_id: entry.pendingId };
  return { pending, ids };
}

/** Plaid counts what leaves the account as positive. */
function plainFields(entry: Entry, pending: boolean) {
  return {
    account_id: entry.accountId,
    amount: -entry.cents / 100,
    iso_currency_code: "USD",
    unofficial_currency_code: null,
    check_number: null,
    date: isoDay(pending ? entry.day : entry.postedDay),
    pending,
    account_owner: null,
  };
}

function hasMerchant(kind: KindName): boolean {
  return ["purchase", "direct debit", "bill payment"].includes(KINDS[kind].code ?? "");
}

/** The words on a bank's statement; ACH entries carry the company's name and what it is for. */
function statementLine({ kind, party, id }: Entry): string {
  const words = STATEMENT_WORDS[kind] ?? ((name: string) => name);
  return words(party, id.slice(0, 8)).toUpperCase();
}

const STATEMENT_WORDS: Partial<Record<KindName, (party: string, reference: string) => string>> = {
  gigPayout: (party, reference) => `ACH credit ${party} edi paymnt ${reference}`,
  instantPayout: (party) => `${party} instant pay rtp credit`,
  cardSettlement: (party, reference) => `${party} sdv-vrfy settlement ${reference}`,
  marketplacePayout: (party, reference) => `ACH credit ${party} com payout ${reference}`,
  invoicePaid: (party) => `Check deposit ${party}`,
  taxRefund: () => "IRS TREAS 310 TAX REF",
  loanProceeds: (party, reference) => `ACH credit ${party} funding ${reference}`,
  loanPayment: (party, reference) => `ACH debit ${party} payment ${reference}`,
  personalLoanPayment: (party, reference) => `ACH debit ${party} payment ${reference}`,
  carPayment: (party, reference) => `ACH debit ${party} payment ${reference}`,
  bnplPayment: (party, reference) => `${party} ${reference}`,
  invoicePaidOnline: (party, reference) => `${party} invoice dep ${reference}`,
  rent: (party) => `Web pmts ${party} rent`,
  returnedItemFee: () => "NSF returned item fee",
  fuel: (party) => `POS debit ${party} fuel`,
  groceries: (party) => `POS debit ${party}`,
  meals: (party) => `POS debit ${party}`,
  supplies: (party) => `POS debit ${party}`,
};

const NOWHERE: Wire<Transaction>["location"] = {
  address: null,
  city: null,
  region: null,
  postal_code: null,
  country: null,
  lat: null,
  lon: null,
  store_number: null,
};

const NO_META: Wire<Transaction>["payment_meta"] = {
  reference_number: null,
  ppd_id: null,
  payee: null,
  by_order_of: null,
  payer: null,
  payment_method: null,
  payment_processor: null,
  reason: null,
};
