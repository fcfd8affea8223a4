import { z } from "zod";
import { withRules } from "../across-fields.ts";
import { OverConfirmation } from "../confirmations/schemas.ts";
import { pleaseInput } from "../general-messages.ts";
import { AmountCents, titledAmountField } from "../money-field.ts";
import { type Role, whyNotCapable } from "../roles.ts";
import { requiredText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import {
  LINE_ITEM_TYPES,
  MANUAL_PAYMENT_LABELS,
  MODES_OF_PAYMENT,
  manualPaymentRefusals,
  PAYMENT_TYPES,
  TRANSACTION_TYPES,
  whyNotExceed,
} from "./rules.ts";

const LABELS = MANUAL_PAYMENT_LABELS;

const choice = <const Values extends readonly string[]>(label: string, values: Values) =>
  z.enum(values, pleaseInput(label));

/** What is said of a payment that happened elsewhere. */
export const ManualPayment = z.strictObject({
  lineItemType: choice(
    LABELS.lineItemType,
    LINE_ITEM_TYPES.map(({ id }) => id),
  ),
  modeOfPayment: choice(LABELS.modeOfPayment, MODES_OF_PAYMENT),
  transactionType: choice(LABELS.transactionType, TRANSACTION_TYPES),
  paymentType: choice(LABELS.paymentType, PAYMENT_TYPES),
  amountCents: AmountCents,
  description: requiredText(LABELS.description, 500),
  isExternal: z.boolean(),
});
export type ManualPayment = z.infer<typeof ManualPayment>;

/** What the server is asked to record; who recorded it comes from the session. */
export const RecordManualPayment = ManualPayment.extend({ userId: UserId, confirmed: OverConfirmation });
export type RecordManualPayment = z.infer<typeof RecordManualPayment>;

/** The manual payments of one user. */
export const ListManualPayments = z.strictObject({ userId: UserId });
export type ListManualPayments = z.infer<typeof ListManualPayments>;

/** The form as it is typed, the amount in dollars. */
const ManualPaymentForm = ManualPayment.omit({ amountCents: true }).extend({
  transactionAmount: titledAmountField(LABELS.transactionAmount),
});

const fromForm = ({ transactionAmount, ...payment }: z.output<typeof ManualPaymentForm>): ManualPayment => ({
  ...payment,
  amountCents: transactionAmount,
});

/**
 * The form as `role` may fill it in, which becomes what is sent: each broken rule is an issue on its field.
 * `ceilingCents` is the setting, null: not known.
 */
export const manualPaymentFor = (role: Role, ceilingCents: number | null) =>
  withRules(
    ManualPaymentForm.superRefine((_, context) => {
      const incapable = whyNotCapable(role, "payments.recordManual");
      if (incapable) context.addIssue({ code: "custom", message: incapable });
    }),
    ({ transactionAmount: amountCents, ...typed }, refuse) => {
      if (amountCents !== undefined && ceilingCents !== null)
        refuse("transactionAmount", whyNotExceed(amountCents, ceilingCents));
      for (const { field, message } of manualPaymentRefusals(role, { ...typed, amountCents }))
        refuse(field, message);
    },
  ).transform(fromForm);
