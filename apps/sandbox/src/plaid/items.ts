import type { AccountBase, Item, Products } from "plaid";
import { createRandom } from "../random.ts";
import { type ErrorCode, errorBody, ITEM_ERROR_CODES, type ItemErrorCode, refused } from "./errors.ts";
import { plaidId } from "./ids.ts";
import { anyBank, type Bank, findBank } from "./institutions.ts";
import { TRADES, type Trade } from "./owner-profile.ts";
import type { Wire } from "./wire.ts";

export type AccountKind = "checking" | "savings" | "credit";

export interface PlaidAccount {
  id: string;
  kind: AccountKind;
  number: string;
}

/** A customer's link to one bank. */
export interface PlaidItem {
  id: string;
  accessToken: string;
  bank: Bank;
  /** The first one is where the income goes. */
  accounts: readonly [PlaidAccount, ...PlaidAccount[]];
  /** The error this link is in from the start, until it is set otherwise. */
  error: ItemErrorCode | null;
  /** How its owner earns, where the token says so. */
  trade: Trade | null;
}

const ACCESS_TOKEN = /^access-(?:sandbox|production)-([\w-]+)((?:\.[\w-]+:[\w-]+(?::\d+)?)*)$/;

/**
 * The link that an access token stands for. A token may spell its link out,
 *
 *     access-sandbox-ins_109508.acc-7:checking:4000000259.acc-8:savings:6000000123.trade:shop.error:ITEM_LOGIN_REQUIRED
 *
 * with the accounts as id, kind (checking, savings, credit) and number, how the owner earns, and what is wrong with it; of any other token of Plaid's form, what is not spelled is made up, always
 * the same. Throws Plaid's error for what is no token.
 */
export function readItem(accessToken: string): PlaidItem {
  const [, name, rest = ""] = ACCESS_TOKEN.exec(accessToken) ?? [];
  if (name === undefined) throw refused("INVALID_ACCESS_TOKEN");
  const parts = rest
    .split(".")
    .slice(1)
    .map((part) => part.split(":"));
  const accounts = parts.flatMap(([id = "", kind = "", number]): PlaidAccount[] =>
    isAccountKind(kind) && number !== undefined ? [{ id, kind, number }] : [],
  );
  const codes = parts.flatMap(([word, code = ""]) => (word === "error" && isItemError(code) ? [code] : []));
  const trades = parts.flatMap(([word, trade = ""]) => (word === "trade" && isTrade(trade) ? [trade] : []));
  if (accounts.length + codes.length + trades.length < parts.length) throw refused("INVALID_ACCESS_TOKEN");
  const [first, ...others] = accounts;
  return {
    id: plaidId(`${accessToken} item`),
    accessToken,
    bank: name.startsWith("ins_") ? findBank(name) : anyBank(name),
    accounts: first ? [first, ...others] : madeUpAccounts(name),
    error: codes[0] ?? null,
    trade: trades[0] ?? null,
  };
}

/** Plaid's description of a link, as it stands in most answers. */
export function describedItem(
  { id, bank }: PlaidItem,
  error: ItemErrorCode | null,
  webhook: string | null,
): Wire<Item> {
  const shown = error === null ? null : errorBody(error);
  const products: Wire<Products>[] = ["assets", "auth", "transactions"];
  return {
    item_id: id,
    institution_id: bank.id,
    institution_name: bank.name,
    webhook,
    auth_method: "INSTANT_AUTH",
    error: shown?.error_type === "ITEM_ERROR" ? shown : null,
    available_products: ["balance", "identity"],
    billed_products: products,
    products,
    consent_expiration_time: null,
    update_type: "background",
  };
}

/** Plaid's description of an account with these cents in it. */
export function describedAccount(
  account: PlaidAccount,
  balances: { currentCents: number; availableCents: number },
): Wire<AccountBase> {
  return {
    account_id: account.id,
    balances: {
      available: balances.availableCents / 100,
      current: balances.currentCents / 100,
      limit: null,
      iso_currency_code: "USD",
      unofficial_currency_code: null,
    },
    mask: account.number.slice(-4),
    ...ACCOUNT_NAMES[account.kind],
    ...ACCOUNT_TYPES[account.kind],
    holder_category: "personal",
  };
}

/** What an account is, in the words of Plaid. */
export const ACCOUNT_TYPES = {
  checking: { type: "depository", subtype: "checking" },
  savings: { type: "depository", subtype: "savings" },
  credit: { type: "credit", subtype: "credit card" },
} as const;

/** What an account is called. */
export const ACCOUNT_NAMES = {
  checking: { name: "Plaid Checking", official_name: "Plaid Gold Standard 0% Interest Checking" },
  savings: { name: "Plaid Saving", official_name: "Plaid Silver Standard 0.1% Interest Saving" },
  credit: { name: "Plaid Credit Card", official_name: "Plaid Diamond 12.5% APR Interest Credit Card" },
} as const;

/** Whether this is a code that a link may be in. */
function isItemError(code: string): code is ItemErrorCode {
  const codes: readonly ErrorCode[] = ITEM_ERROR_CODES;
  return codes.some((known) => known === code);
}

const isTrade = (name: string): name is Trade => TRADES.some((known) => known === name);

function isAccountKind(kind: string): kind is AccountKind {
  return kind === "checking" || kind === "savings" || kind === "credit";
}

function madeUpAccounts(name: string): PlaidItem["accounts"] {
  const random = createRandom(`${name} accounts`);
  const account = (kind: AccountKind, digit: number): PlaidAccount => ({
    id: plaidId(`${name} ${kind}`),
    kind,
    number: `${digit}${random.int(100_000_000, 999_999_999)}`,
  });
  const checking = account("checking", 4);
  return random.chance(0.4) ? [checking, account("savings", 6)] : [checking];
}
