import { Decimal } from "decimal.js";
import { z } from "zod";
import { Ein, Email, orEmpty, PhoneNumber, StateCode, Zipcode } from "./contact-fields.ts";
import { EDIT_USER_MESSAGES, pleaseInput } from "./messages.ts";
import { centsToInput } from "./money.ts";
import { optionalAmountField } from "./money-field.ts";
import { isCalendarDate } from "./new-york.ts";
import { freeText } from "./text.ts";
import { UserId } from "./users.ts";

export const DEFAULT_OFEE_RATE = "0.0725";
export const DEFAULT_MAXIMUM_OFFER_LIMIT_CENTS = 1_000_000;

export const FUNDS_DISPERSED_OPTIONS = ["nextDayBankACH", "instantBankTransfer"] as const;
export type FundsDispersedOption = (typeof FUNDS_DISPERSED_OPTIONS)[number];

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

export const INVALID_DATE = "Enter a date as YYYY-MM-DD.";
export const INVALID_OFEE_RATE = "Enter a rate below 1 with no more than four decimals.";

/** The fields that are disabled once application or offer has expired. */
export const AMOUNT_FIELDS = ["approvedAmount", "discountAmount", "paybackAmount", "paymentAmount"] as const;

/** A date YYYY-MM-DD; empty becomes null, "not known". */
const optionalDate = z
  .string()
  .trim()
  .nullable()
  .transform((date) => date || null)
  .refine((date) => date === null || isCalendarDate(date), INVALID_DATE);

/** What a loan costs and how it is paid. */
export const LoanTerms = z.strictObject({
  approvedAmount: optionalAmountField,
  discountAmount: optionalAmountField,
  paybackAmount: optionalAmountField,
  paymentAmount: optionalAmountField,
  ofeeRate: z
    .string()
    .trim()
    .regex(/^0?\.\d{1,4}$|^0$/, INVALID_OFEE_RATE)
    .transform((rate) => new Decimal(rate).toString()),
  paymentTerms: freeText(200),
  firstPaymentDate: optionalDate,
  discountDate: optionalDate,
  fundsDispersedOption: z.enum(FUNDS_DISPERSED_OPTIONS, pleaseInput("Funds Disbursed Method")),
});
export type LoanTerms = z.infer<typeof LoanTerms>;

/** The fields whose change needs a manual adjustment reason: the terms of the loan. */
export const WATCHED_FIELDS = LoanTerms.keyof().options;
export type WatchedField = (typeof WATCHED_FIELDS)[number];

/**
 * The edit-user form. Amounts are dollars as typed, cents once parsed; an empty contact field is "not known". A
 * loan term may be left out, as it is when its field is disabled. What is computed (initial approved
 * amount, disbursement fee and amount) is not sent.
 */
export const EditUser = LoanTerms.partial().extend({
  email: orEmpty(Email),
  phone: orEmpty(PhoneNumber),
  currentAddress: freeText(200),
  city: freeText(100),
  state: orEmpty(StateCode),
  zipcode: orEmpty(Zipcode),
  companyName: freeText(200),
  einTax: orEmpty(Ein),
  manualAdjustmentReason: z.enum(MANUAL_ADJUSTMENT_REASONS, pleaseInput("Manual Adjustment Reason")),
  userId: UserId,
  version: z.number().int().min(1),
});
export type EditUser = z.infer<typeof EditUser>;

export interface EditUserFacts {
  maximumOfferLimitCents: number;
  /** The latest application has expired. */
  expired: boolean;
  offerExpired: boolean;
}

/** The form for one user: nothing above the offer limit, and no amounts once application or offer has expired. */
export const editUserFor = (facts: EditUserFacts) =>
  EditUser.superRefine((edit, context) => {
    const refuse = (field: WatchedField, message: string | null) => {
      if (message) context.addIssue({ code: "custom", path: [field], message });
    };
    refuse("approvedAmount", whyNotOfferAmount(edit.approvedAmount ?? 0, facts.maximumOfferLimitCents));
    for (const field of AMOUNT_FIELDS) if (edit[field] !== undefined) refuse(field, whyNotEditAmounts(facts));
  });

/** Why an approved or funded amount can not be offered, or null; both in cents. */
export const whyNotOfferAmount = (amountCents: number, limitCents: number): string | null =>
  amountCents > limitCents ? EDIT_USER_MESSAGES.overOfferLimit(limitText(limitCents)) : null;

/** Why the amounts are locked, or null: also the banner above the form. */
export function whyNotEditAmounts({ expired, offerExpired }: Omit<EditUserFacts, "maximumOfferLimitCents">) {
  if (expired) return EDIT_USER_MESSAGES.applicationExpired;
  return offerExpired ? EDIT_USER_MESSAGES.offerExpired : null;
}

/** The watched fields that differ. A field left out of `after` is left alone. */
export const changedWatchedFields = (before: LoanTerms, after: Partial<LoanTerms>): WatchedField[] =>
  WATCHED_FIELDS.filter((field) => after[field] !== undefined && after[field] !== before[field]);

/** Whether the reason dialog has to be shown: something watched changed and the reason is still 'None'. */
export const needsManualAdjustmentReason = (
  before: LoanTerms,
  after: Partial<LoanTerms>,
  reason: ManualAdjustmentReason,
): boolean => reason === "None" && changedWatchedFields(before, after).length > 0;

/** What is asked for when money is paid out; the rate is a decimal such as "0.0725". */
export interface DisbursementTerms {
  approvedAmountCents: number;
  ofeeRate: string;
  method: FundsDispersedOption;
  isRenewed: boolean;
}

/**
 * What an approved amount comes to, in cents: the origination fee (half a cent rounds up), the fee of the method
 * (12 dollars for an instant transfer, 6 for a renewal, nothing for next-day ACH) and what is left to disburse.
 * The three add up to the approved amount; what is left is negative when the fees are more than it.
 */
export function disbursement({ approvedAmountCents, ofeeRate, method, isRenewed }: DisbursementTerms) {
  const ofeeCents = new Decimal(approvedAmountCents)
    .times(ofeeRate)
    .toDecimalPlaces(0, Decimal.ROUND_HALF_UP)
    .toNumber();
  const disbursementFeeCents = feeCents(method, isRenewed);
  return {
    ofeeCents,
    disbursementFeeCents,
    disbursementAmountCents: approvedAmountCents - ofeeCents - disbursementFeeCents,
  };
}

function feeCents(method: FundsDispersedOption, isRenewed: boolean): number {
  if (method === "nextDayBankACH") return 0;
  return isRenewed ? 600 : 1200;
}

const limitText = (cents: number): string => centsToInput(cents).replace(/\.00$/, "");
