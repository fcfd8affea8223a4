import { pleaseInput } from "../general-messages.ts";
import { disbursement, methodFeeCents } from "../loans/disbursement.ts";
import { whyNotChoose } from "../manual-payments/rules.ts";
import { EDIT_USER_MESSAGES } from "../messages.ts";
import { centsToInput, formatCents } from "../money.ts";
import type { Role } from "../roles.ts";
import type { LoanTerms } from "./terms.ts";

export const DEFAULT_OFEE_RATE = "0.0725";

/** The labels of the form, in its order (specification 1, section 2). */
export const EDIT_USER_LABELS = {
  email: "Email",
  currentAddress: "Address",
  zipcode: "Zip Code",
  city: "City",
  state: "State",
  companyName: "Company Name",
  einTax: "EIN Number",
  approvedAmount: "Approved Amount",
  phone: "Phone",
  initialApprovedAmount: "Initial Approved Amount",
  discountAmount: "Discount Amount",
  paybackAmount: "Payback Amount",
  paymentAmount: "Payment Amount",
  ofeeRate: `Ofee (${DEFAULT_OFEE_RATE})`,
  paymentTerms: "Payment Terms",
  firstPaymentDate: "First Payment Date",
  discountDate: "Discount Date",
  fundsDispersedOption: "Funds Disbursed Method",
  disbursementFee: "Disbursement Fee",
  disbursementAmount: "Disbursement Amount",
  manualAdjustmentReason: "Manual Adjustment Reason",
} as const;

export const CONTACT_FIELDS = [
  "email",
  "currentAddress",
  "zipcode",
  "city",
  "state",
  "companyName",
  "einTax",
  "phone",
] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

export const MANUAL_ADJUSTMENT_REASONS = [
  "None",
  "Customer Request",
  "Bank Balance Insufficient",
  "Revenue Lower Than Stated",
  "Revenue Higher Than Stated",
  "Existing Advance Detected",
  "Renewal Top-up",
  "Payment Plan Change",
  "Term Extension",
  "Pricing Exception",
  "Promotion / Loyalty",
  "Partner Agreement",
  "Data Correction",
  "Disbursement Method Change",
  "Compliance Requirement",
  "Other",
] as const;
export type ManualAdjustmentReason = (typeof MANUAL_ADJUSTMENT_REASONS)[number];

/** The fields that are disabled once application or offer has expired. */
export const AMOUNT_FIELDS = [
  "approvedAmountCents",
  "discountAmountCents",
  "paybackAmountCents",
  "paymentAmountCents",
  "ofeeRate",
] as const;

/** The fields whose change needs a manual adjustment reason: the terms of the loan. */
export const WATCHED_FIELDS = [
  "approvedAmountCents",
  "discountAmountCents",
  "paybackAmountCents",
  "paymentAmountCents",
  "ofeeRate",
  "paymentTerms",
  "firstPaymentDate",
  "discountDate",
  "fundsDispersedOption",
] as const satisfies readonly (keyof LoanTerms)[];
export type WatchedField = (typeof WATCHED_FIELDS)[number];

/** The field of the form in which each term is typed: an amount in dollars, which the term has in cents. */
export const TERM_INPUTS = {
  approvedAmountCents: "approvedAmount",
  discountAmountCents: "discountAmount",
  paybackAmountCents: "paybackAmount",
  paymentAmountCents: "paymentAmount",
  ofeeRate: "ofeeRate",
  paymentTerms: "paymentTerms",
  firstPaymentDate: "firstPaymentDate",
  discountDate: "discountDate",
  fundsDispersedOption: "fundsDispersedOption",
} as const satisfies Record<WatchedField, keyof typeof EDIT_USER_LABELS>;

export const NO_APPLICATION = "This customer has no application.";
export const REASON_NEEDED = "Choose a Manual Adjustment Reason.";
export const NOTHING_CHANGED = "There are no changes to save.";
export const USER_CHANGED = "Someone else changed this customer. Review their changes.";
export const SCHEDULE_MOVED = "This customer's payments have changed. Review the changes again.";
const FEES_ABOVE_AMOUNT = "The fees are more than the approved amount.";

export interface EditUserFacts {
  maximumOfferLimitCents: number;
  /** The latest application has expired. */
  expired: boolean;
  offerExpired: boolean;
  /** As it is stored: the limit holds an amount that is changed, and what is known is not emptied. */
  stored: { approvedAmountCents: number | null; email: string; phone: string };
}

/** The contact fields that specification 2, section 5, requires: once known they are not emptied. */
export const REQUIRED_CONTACT_FIELDS = ["email", "phone"] as const;

/** Why a required contact field can not become `text`, or null; one that was never known may stay empty. */
export const whyNotEmpty = (
  field: (typeof REQUIRED_CONTACT_FIELDS)[number],
  text: string,
  stored: string,
): string | null => (text === "" && stored !== "" ? pleaseInput(EDIT_USER_LABELS[field]) : null);

/** Why an approved or funded amount can not be offered, or null; in cents. The one that is stored may stay. */
export const whyNotOfferAmount = (
  amountCents: number | null | undefined,
  limitCents: number,
  storedCents: number | null,
): string | null =>
  amountCents && amountCents !== storedCents && amountCents > limitCents
    ? EDIT_USER_MESSAGES.overOfferLimit(centsToInput(limitCents).replace(/\.00$/, ""))
    : null;

/** Why the amounts are locked, or null: also the banner above the form. */
export function whyNotEditAmounts({
  expired,
  offerExpired,
}: Pick<EditUserFacts, "expired" | "offerExpired">) {
  if (expired) return EDIT_USER_MESSAGES.applicationExpired;
  return offerExpired ? EDIT_USER_MESSAGES.offerExpired : null;
}

export interface LetOffFacts {
  role: Role;
  /** The day the advance was paid out; null while it is not. */
  fundedOn: string | null;
  /** The most that one person lets off by hand: the setting of manual payments. */
  ceilingCents: number;
}

/**
 * Why an edit may not let off more of an advance that was paid out, or null: it is let off by the next payment as a Discount
 * recorded by hand is, so that it is for who may record one, up to what one person may. Amounts in cents.
 */
export function whyNotLetOff(
  { role, fundedOn, ceilingCents }: LetOffFacts,
  before: LoanTerms,
  after: LoanTerms,
): string | null {
  const { discountAmountCents: nowCents, discountDate: until } = after;
  if (fundedOn === null || !nowCents || until === null) return null;
  const isRaised = nowCents > (before.discountAmountCents ?? 0);
  const isLater = before.discountDate === null || until > before.discountDate;
  if (!isRaised && !isLater) return null;
  return (
    whyNotChoose(role, "Discount") ??
    (nowCents > ceilingCents
      ? `To waive more than ${formatCents(ceilingCents)} of a funded advance, record a Discount in Manual Payment.`
      : null)
  );
}

/** Why this can not be paid out, or null: after the fees something is left or nothing, in cents. */
export const whyNotDisburse = (disbursementAmountCents: number | null): string | null =>
  disbursementAmountCents !== null && disbursementAmountCents < 0 ? FEES_ABOVE_AMOUNT : null;

/** The watched fields that differ. A field left out of `after` is left alone. */
export const changedWatchedFields = (before: LoanTerms, after: Partial<LoanTerms>): WatchedField[] =>
  WATCHED_FIELDS.filter((field) => after[field] !== undefined && after[field] !== before[field]);

/** Whether the reason dialog has to be shown: something watched changed and the reason is still 'None'. */
export const needsManualAdjustmentReason = (
  before: LoanTerms,
  after: Partial<LoanTerms>,
  reason: ManualAdjustmentReason,
): boolean => reason === "None" && changedWatchedFields(before, after).length > 0;

/** A stored reason as the form has it: what it does not list is Other. */
export const knownReason = (stored: string): ManualAdjustmentReason =>
  MANUAL_ADJUSTMENT_REASONS.find((reason) => reason === stored) ?? (stored === "" ? "None" : "Other");

const PAID_OUT: readonly WatchedField[] = ["approvedAmountCents", "ofeeRate", "fundsDispersedOption"];

/** What is paid out as it is stored, in cents. */
export interface StoredDisbursement {
  isRenewed: boolean;
  disbursementFeeCents: number;
  disbursementAmountCents: number | null;
}

/** Fee and disbursement, in cents, after an edit of these fields: computed where one of them matters, else as stored. */
export function disbursementAfter(
  { isRenewed, disbursementFeeCents, disbursementAmountCents }: StoredDisbursement,
  terms: LoanTerms,
  changed: readonly WatchedField[],
): Omit<StoredDisbursement, "isRenewed"> {
  if (!changed.some((field) => PAID_OUT.includes(field)))
    return { disbursementFeeCents, disbursementAmountCents };
  const { approvedAmountCents, ofeeRate, fundsDispersedOption: method } = terms;
  if (approvedAmountCents === null)
    return { disbursementFeeCents: methodFeeCents(method, isRenewed), disbursementAmountCents: null };
  const computed = disbursement({ approvedAmountCents, ofeeRate, method, isRenewed });
  return {
    disbursementFeeCents: computed.disbursementFeeCents,
    disbursementAmountCents: computed.disbursementAmountCents,
  };
}

export interface AgreedFacts {
  /** The day the contract was signed in New York, YYYY-MM-DD; null when it is not. */
  contractSignedOn: string | null;
  /** The day the advance was paid out. */
  fundedOn: string | null;
}

/** What an edit of these terms does not change, though one might think so: a sentence each. */
export function whatStays(changed: readonly WatchedField[], { contractSignedOn, fundedOn }: AgreedFacts) {
  const sentences: string[] = [];
  if (contractSignedOn !== null && changed.length > 0)
    sentences.push(
      `The contract signed on ${contractSignedOn} keeps the earlier terms until it is signed again.`,
    );
  if (fundedOn !== null && changed.some((field) => PAID_OUT.includes(field)))
    sentences.push(`The payout of ${fundedOn} does not change.`);
  if (fundedOn !== null && changed.includes("paybackAmountCents"))
    sentences.push("The customer's balance in the ledger does not change.");
  return sentences;
}
