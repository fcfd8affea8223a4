import type { DebitBlock } from "@countinghouse/validators/debit-control/rules";
import { findByNumber } from "@countinghouse/validators/payment-preferences/rules";
import type { PaymentPreference } from "@countinghouse/validators/payment-preferences/schemas";
import type { PaymentRail } from "@countinghouse/validators/payments/kinds";
import { whyNotUseAccount, whyNotUseCard } from "@countinghouse/validators/payments/rules";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";

export interface PayerAccount {
  id: number;
  mask: string;
  enabled: boolean;
  isPrimary: boolean;
  /** The bank's name while it is down; null while it is not, or where nobody asked. */
  bankDown?: string | null;
  /** What forbids to debit it; see `debit-control`. */
  block: DebitBlock | null;
}

export interface PayerCard {
  id: number;
  last4: string;
  status: string;
  /** MMYY */
  expiry: string;
  isPrimary: boolean;
  block: DebitBlock | null;
}

/** What decides which card or account a scheduled payment is taken from. */
export interface PayerFacts {
  preference: PaymentPreference | null;
  accounts: readonly PayerAccount[];
  cards: readonly PayerCard[];
}

/** Where a scheduled payment is taken from: an account by DEBIT, a card by SALE. */
export interface Source {
  mode: "DEBIT" | "SALE";
  instrumentId: number;
  last4: string;
  /** Why this one. */
  chosenBy: "preference" | "primary";
}

export type SourceOrReason = { source: Source; whyNot: null } | { source: null; whyNot: string };

/**
 * From where a scheduled payment is taken on `today` (YYYY-MM-DD in New York): from what the customer prefers while
 * that is valid, the account before the card; else from the primary account, else from the primary card. What the
 * customer prefers is never replaced by something else: where it can not be used, that is the reason why not.
 */
export function sourceOn(today: string, facts: PayerFacts): SourceOrReason {
  const candidates = sourcesOn(today, facts);
  return candidates.find(({ source }) => source !== null) ?? firstReason(candidates);
}

/** The same in order with all that may be tried: an account before a card, each usable or with the reason why not. */
export function sourcesOn(today: string, facts: PayerFacts): (SourceOrReason & { rail: PaymentRail })[] {
  const preferred = preferredOn(today, facts.preference).map((each) => ({
    ...fromPreferred(today, facts, each),
    rail: each.method === "bank" ? ("ACH" as const) : ("CARD" as const),
  }));
  if (preferred.length > 0) return preferred;
  return [
    { ...fromPrimaryAccount(facts), rail: "ACH" },
    { ...fromPrimaryCard(today, facts), rail: "CARD" },
  ];
}

/** The same where the rail is given: what the customer prefers of it while that is valid, else the primary one. */
export function sourceOnRail(today: string, rail: PaymentRail, facts: PayerFacts): SourceOrReason {
  const method = rail === "CARD" ? "card" : "bank";
  const preferred = preferredOn(today, facts.preference).find((each) => each.method === method);
  if (preferred) return fromPreferred(today, facts, preferred);
  return rail === "CARD" ? fromPrimaryCard(today, facts) : fromPrimaryAccount(facts);
}

const fromPreferred = (today: string, { accounts, cards }: PayerFacts, { method, last4 }: Preferred) =>
  method === "bank"
    ? fromAccount(findByNumber(accounts, "mask", last4), "preference", lacking("account", last4))
    : fromCard(findByNumber(cards, "last4", last4), today, "preference", lacking("card", last4));

const fromPrimaryAccount = ({ accounts }: PayerFacts) =>
  fromAccount(accounts.find(isPrimary), "primary", TEXT.noPrimaryAccount);

const fromPrimaryCard = (today: string, { cards }: PayerFacts) =>
  fromCard(cards.find(isPrimary), today, "primary", TEXT.noPrimaryAccount);

interface Preferred {
  method: "bank" | "card";
  last4: string;
}

/** A preference holds through the day it names. */
function preferredOn(today: string, preference: PaymentPreference | null): Preferred[] {
  if (preference === null) return [];
  const { useBank, bankNumber, useBankUntil, useCard, cardNumber, useCardUntil } = preference;
  const isValid = (until: string | null) => until !== null && until >= today;
  return [
    ...(useBank && bankNumber !== null && isValid(useBankUntil)
      ? [{ method: "bank", last4: bankNumber } as const]
      : []),
    ...(useCard && cardNumber !== null && isValid(useCardUntil)
      ? [{ method: "card", last4: cardNumber } as const]
      : []),
  ];
}

const isPrimary = (instrument: { isPrimary: boolean }): boolean => instrument.isPrimary;

const lacking = (what: string, last4: string): string =>
  `The customer has no ${what} •••• ${last4}, which the payment preference names.`;

function fromAccount(
  account: PayerAccount | undefined,
  chosenBy: Source["chosenBy"],
  missing: string,
): SourceOrReason {
  const whyNot = account ? (whyNotUseAccount(account) ?? account.block?.message ?? null) : missing;
  if (account === undefined || whyNot !== null) return { source: null, whyNot: whyNot ?? missing };
  return {
    source: { mode: "DEBIT", instrumentId: account.id, last4: account.mask, chosenBy },
    whyNot: null,
  };
}

function fromCard(
  card: PayerCard | undefined,
  today: string,
  chosenBy: Source["chosenBy"],
  missing: string,
): SourceOrReason {
  const whyNot = card ? (whyNotUseCard(card, today) ?? card.block?.message ?? null) : missing;
  if (card === undefined || whyNot !== null) return { source: null, whyNot: whyNot ?? missing };
  return { source: { mode: "SALE", instrumentId: card.id, last4: card.last4, chosenBy }, whyNot: null };
}

/** A reason that tells of something there is, before one that tells of nothing there. */
function firstReason(candidates: SourceOrReason[]): SourceOrReason {
  const reasons = candidates.flatMap(({ whyNot }) => (whyNot === null ? [] : [whyNot]));
  const telling = reasons.find((reason) => reason !== TEXT.noPrimaryAccount);
  return { source: null, whyNot: telling ?? TEXT.noPrimaryAccount };
}
