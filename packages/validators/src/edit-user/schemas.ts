import { z } from "zod";
import { withRules } from "../across-fields.ts";
import { EinDigits, Email, orEmpty, PhoneNumber, StateCode, Zipcode } from "../contact/schemas.ts";
import { pleaseInput } from "../general-messages.ts";
import { FUNDS_DISPERSED_OPTIONS } from "../loans/disbursement.ts";
import { AmountCents, AmountOrZeroCents, optionalAmountField } from "../money-field.ts";
import { INVALID_DATE, isCalendarDate } from "../new-york.ts";
import { RowId, RowVersion } from "../paging.ts";
import { freeText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import {
  AMOUNT_FIELDS,
  EDIT_USER_LABELS,
  type EditUserFacts,
  MANUAL_ADJUSTMENT_REASONS,
  REQUIRED_CONTACT_FIELDS,
  TERM_INPUTS,
  whyNotEditAmounts,
  whyNotEmpty,
  whyNotOfferAmount,
} from "./rules.ts";
import { MOST_PAYMENTS } from "./schedule.ts";
import type { LoanTerms as Terms } from "./terms.ts";

export const INVALID_OFEE_RATE = "Enter a rate below 1 with no more than four decimals.";

/** A date YYYY-MM-DD; empty becomes null, "not known". */
const optionalDate = z
  .string()
  .trim()
  .nullable()
  .transform((date) => date || null)
  .refine((date) => date === null || isCalendarDate(date), INVALID_DATE);

/** What a loan costs and how it is paid. */
export const LoanTerms = z.strictObject({
  approvedAmountCents: AmountOrZeroCents.nullable(),
  discountAmountCents: AmountOrZeroCents.nullable(),
  paybackAmountCents: AmountOrZeroCents.nullable(),
  paymentAmountCents: AmountOrZeroCents.nullable(),
  ofeeRate: z
    .string()
    .trim()
    .regex(/^0?\.\d{1,4}$|^0$/, INVALID_OFEE_RATE)
    .transform((rate) => String(Number(rate))),
  paymentTerms: freeText(200),
  firstPaymentDate: optionalDate,
  discountDate: optionalDate,
  fundsDispersedOption: z.enum(FUNDS_DISPERSED_OPTIONS, pleaseInput(EDIT_USER_LABELS.fundsDispersedOption)),
}) satisfies z.ZodType<Terms>;
export type LoanTerms = Terms;

/**
 * What the form comes to. An empty contact field is "not known". A loan term may be left out, as it is when its field is
 * disabled. What is computed (initial approved amount, disbursement fee and amount) is not sent.
 */
export const EditUserFields = LoanTerms.partial().extend({
  email: orEmpty(Email),
  phone: orEmpty(PhoneNumber),
  currentAddress: freeText(200),
  city: freeText(100),
  state: orEmpty(StateCode),
  zipcode: orEmpty(Zipcode),
  companyName: freeText(200),
  einTax: orEmpty(EinDigits),
  manualAdjustmentReason: z.enum(
    MANUAL_ADJUSTMENT_REASONS,
    pleaseInput(EDIT_USER_LABELS.manualAdjustmentReason),
  ),
});
export type EditUserFields = z.infer<typeof EditUserFields>;

/** What is sent: the fields, the versions they were read in, and the payment schedule that was looked at before. */
export const EditUser = EditUserFields.extend({
  userId: UserId,
  version: RowVersion,
  application: z.strictObject({ id: RowId, version: RowVersion }).nullable(),
  /** The unpaid payments as they are to be; null when the edit leaves them alone. */
  schedule: z
    .array(
      z.strictObject({
        paymentDate: z.string().refine(isCalendarDate, INVALID_DATE),
        amountCents: AmountCents,
      }),
    )
    .max(MOST_PAYMENTS)
    .nullable(),
});
export type EditUser = z.infer<typeof EditUser>;

/** Tries a step of the last edit again that the CRM refused. */
export const RetryEditStep = z.strictObject({ userId: UserId, stepId: z.uuid() });
export type RetryEditStep = z.infer<typeof RetryEditStep>;

export const GetEditForm = z.strictObject({ userId: UserId });
export type GetEditForm = z.infer<typeof GetEditForm>;

/** The form as it is typed, the amounts in dollars. */
const EditUserForm = EditUserFields.omit({
  approvedAmountCents: true,
  discountAmountCents: true,
  paybackAmountCents: true,
  paymentAmountCents: true,
}).extend({
  approvedAmount: optionalAmountField.optional(),
  discountAmount: optionalAmountField.optional(),
  paybackAmount: optionalAmountField.optional(),
  paymentAmount: optionalAmountField.optional(),
});

/** A term that is left out stays left out. */
function fromForm<Typed extends Partial<z.output<typeof EditUserForm>>>(typed: Typed) {
  const { approvedAmount, discountAmount, paybackAmount, paymentAmount, ...rest } = typed;
  return {
    ...rest,
    ...(approvedAmount !== undefined && { approvedAmountCents: approvedAmount }),
    ...(discountAmount !== undefined && { discountAmountCents: discountAmount }),
    ...(paybackAmount !== undefined && { paybackAmountCents: paybackAmount }),
    ...(paymentAmount !== undefined && { paymentAmountCents: paymentAmount }),
  };
}

/** The form as far as it is filled in, any field left out. */
export const PartOfEditForm = EditUserForm.partial().transform(fromForm);

/**
 * The form for one user: no new amount above the offer limit, no amounts once application or offer has expired, and e-mail
 * and phone are not emptied.
 */
export const editUserFor = (facts: EditUserFacts) =>
  withRules(EditUserForm, (typed, refuse) => {
    const { maximumOfferLimitCents: limitCents, stored } = facts;
    refuse("approvedAmount", whyNotOfferAmount(typed.approvedAmount, limitCents, stored.approvedAmountCents));
    for (const field of REQUIRED_CONTACT_FIELDS)
      if (typed[field] !== undefined) refuse(field, whyNotEmpty(field, typed[field], stored[field]));
    for (const field of AMOUNT_FIELDS)
      if (typed[TERM_INPUTS[field]] !== undefined) refuse(TERM_INPUTS[field], whyNotEditAmounts(facts));
  }).transform(fromForm);
