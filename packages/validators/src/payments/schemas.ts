import { z } from "zod";
import { withRules } from "../across-fields.ts";
import { Confirmation, OverConfirmation } from "../confirmations/schemas.ts";
import { AmountCents, amountField } from "../money-field.ts";
import { pageLimit, RowId } from "../paging.ts";
import { RequestId } from "../request-id.ts";
import { requiredText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import { DESK_MODES, modeRule, needsPasscode, PAYMENT_RAILS } from "./kinds.ts";
import { NEW_PASSCODE_MIN_LENGTH, PASSCODE_LENGTH, RESOLVED_OUTCOMES } from "./rules.ts";
import { PAYMENT_TEXTS as TEXT } from "./texts.ts";

const PaymentId = z.uuid();

/** A passcode as typed: at least four digits. */
export const PasscodeText = z
  .string(TEXT.passcodeMissing)
  .min(1, TEXT.passcodeMissing)
  .regex(/^\d+$/, TEXT.passcodeNotNumeric)
  .min(PASSCODE_LENGTH.min, TEXT.passcodeTooShort)
  .max(PASSCODE_LENGTH.max, TEXT.passcodeTooLong);

/** A new passcode: at least six digits. An older one with fewer digits stays valid until it is replaced. */
export const NewPasscodeText = PasscodeText.min(NEW_PASSCODE_MIN_LENGTH, TEXT.newPasscodeTooShort);

/** The input of one payment of one customer. */
export const RunPayment = z.strictObject({
  userId: UserId,
  mode: z.enum(DESK_MODES),
  /** The card of a card mode, the bank account of an ACH mode. */
  instrumentId: RowId.nullable(),
  amountCents: AmountCents,
  /** The sale a REFUND gives back, or the funding a RECREDIT sends again. */
  parentId: PaymentId.nullable(),
  isExternal: z.boolean(),
  /** Empty when no passcode is required. */
  passcode: z.string().max(PASSCODE_LENGTH.max, TEXT.passcodeTooLong),
  /** The facts and warnings that the admin confirmed. */
  confirmed: OverConfirmation.extend({ funded: z.boolean() }),
});
export type RunPayment = z.infer<typeof RunPayment>;

/**
 * The payment form, which becomes the input. The amount is in dollars as typed. Every rule that needs no request to the server is
 * an issue on its field.
 */
export const PaymentForm = withRules(
  RunPayment.omit({ amountCents: true }).extend({ amount: amountField }),
  ({ mode, instrumentId, parentId, passcode }, refuse) => {
    if (mode === undefined) return;
    if (instrumentId === null)
      refuse("instrumentId", modeRule(mode).rail === "CARD" ? TEXT.cardMissing : TEXT.accountMissing);
    if (mode === "REFUND" && parentId === null) refuse("parentId", TEXT.saleMissing);
    if (passcode === undefined || !needsPasscode(mode)) return;
    refuse("passcode", PasscodeText.safeParse(passcode).error?.issues[0]?.message ?? null);
  },
).transform(({ amount, ...payment }): RunPayment => ({ ...payment, amountCents: amount }));

/** The customer of the payment screen. */
export const PaymentOptions = z.strictObject({ userId: UserId });
export type PaymentOptions = z.infer<typeof PaymentOptions>;

/** One payment, by its id or by the request that made it. */
export const PaymentStatus = z.union([
  z.strictObject({ paymentId: PaymentId }),
  z.strictObject({ userId: UserId, requestId: RequestId }),
]);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** The payment to look up at the processor now. */
export const CheckPayment = z.strictObject({ paymentId: PaymentId });
export type CheckPayment = z.infer<typeof CheckPayment>;

/** The outcome of a payment that was left to a person, with its evidence as the reason. */
export const ResolvePayment = z.strictObject({
  paymentId: PaymentId,
  outcome: z.enum(RESOLVED_OUTCOMES, TEXT.outcomeMissing),
  reason: requiredText("Reason", 500),
  passcode: PasscodeText,
});
export type ResolvePayment = z.infer<typeof ResolvePayment>;

/** A page of one customer's payments that are in progress, went through or failed, newest first. */
export const ListPayments = z.strictObject({
  userId: UserId,
  outcome: z.enum(["inProgress", "success", "failed"]),
  /** The id of the last row seen. */
  after: PaymentId.nullable().default(null),
  limit: pageLimit(50),
});
export type ListPayments = z.infer<typeof ListPayments>;

/** The form that sets a passcode. It is typed twice, because the field hides it. */
export const NewPasscode = withRules(
  z.strictObject({ passcode: NewPasscodeText, repeated: z.string() }),
  ({ passcode, repeated }, refuse) =>
    refuse("repeated", passcode !== undefined && passcode !== repeated ? TEXT.passcodesDiffer : null),
);
export type NewPasscode = z.infer<typeof NewPasscode>;

/** Sets the passcode of a rail. The session names the admin. */
export const SetPasscode = z.strictObject({ kind: z.enum(PAYMENT_RAILS), passcode: NewPasscodeText });
export type SetPasscode = z.infer<typeof SetPasscode>;

/** Collects one scheduled payment now. */
export const ProcessScheduledPayment = z.strictObject({
  scheduleId: RowId,
  /** The amount at the confirmation. The request is rejected when the amount has changed since. */
  amountCents: AmountCents,
  confirmed: Confirmation,
});
export type ProcessScheduledPayment = z.infer<typeof ProcessScheduledPayment>;
