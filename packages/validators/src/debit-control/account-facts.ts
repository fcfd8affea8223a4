import type { ObtainedCure } from "./rules.ts";

/**
 * A payment to or from an account that its bank sent back, whoever had linked the number. Cents, days in New York, moments as
 * milliseconds since 1970.
 */
export interface ReturnedPayment {
  isRcc: boolean;
  code: string;
  sentOn: string;
  returnedOn: string;
  /** When we were told. */
  toldMs: number;
  /** Of the number that the account has now; else of one that an earlier version of it had. */
  isOfNumber: boolean;
  amountCents: number;
  scheduleId: number | null;
  /** Whether the instalment it was for is not paid yet. */
  isOpen: boolean;
  isDebit: boolean;
}

/** What a bank said is right in the place of the account's number, routing number or kind. */
export interface NoticeOfChange {
  code: string;
  /** YYYY-MM-DD */
  on: string;
  /** When we were told, as milliseconds since 1970. */
  toldMs: number;
  isApplied: boolean;
  /** Why it could not be applied; empty where it was, or is about to be. */
  why: string;
}

/** What the bank-link provider told of the link by which an account is known. */
export interface LinkNotice {
  /** The customer took back the permission, or the link is cut. */
  kind: "revoked" | "disconnected";
  /** Since when, YYYY-MM-DD in New York. */
  on: string;
  /** When we were told, as milliseconds since 1970. */
  toldMs: number;
  /** Whether the bank made the number for this link alone: it ends with the link. */
  isTokenized: boolean;
}

export interface AccountFacts {
  returns: readonly ReturnedPayment[];
  changes: readonly NoticeOfChange[];
  /** What was recorded of its number; authorisations also of the numbers that its earlier versions had. */
  cures: readonly ObtainedCure[];
  /** Null, or absent, where nothing was told of its link. */
  notice?: LinkNotice | null;
}

/** What is to be taken: null where it is not known yet. */
export interface AskedDebit {
  amountCents: number | null;
  scheduleId: number | null;
}
