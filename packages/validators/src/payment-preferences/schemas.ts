import { z } from "zod";
import { addMonths, isCalendarDate } from "../new-york.ts";
import { VersionIfKept } from "../paging.ts";
import { UserId } from "../users/schemas.ts";
import { PAYMENT_PREFERENCES_MESSAGES as MESSAGES } from "./texts.ts";

const PREFERENCE_DEFAULT_MONTHS = 6;

export const PREFERENCE_SAVED = "Payment preference saved successfully!";

export const INVALID_PREFERENCE_UNTIL = "Expiry date must be a date after today.";

/** The expiry a newly checked method starts with: six months from `today` (YYYY-MM-DD). */
export const defaultPreferenceUntil = (today: string): string => addMonths(today, PREFERENCE_DEFAULT_MONTHS);

const text = z.string().trim().nullable();

/**
 * How a user wishes to pay: by bank (ACH), by card, each until a date. The numbers are the last four digits.
 * A method that is not used has neither number nor expiry, whatever was sent.
 */
export const PaymentPreference = z
  .strictObject({
    useBank: z.boolean(),
    bankNumber: text,
    useBankUntil: text,
    useCard: z.boolean(),
    cardNumber: text,
    useCardUntil: text,
  })
  .transform(clearUnusedMethods)
  .superRefine((preference, context) => {
    for (const { used, number, numberField, messages } of methods(preference)) {
      const message = used ? whyNotLastFour(number, messages) : null;
      if (message) context.addIssue({ code: "custom", path: [numberField], message });
    }
  });
export type PaymentPreference = z.infer<typeof PaymentPreference>;

/** The preference as it may be saved on `today` (YYYY-MM-DD in New York): no used method expires by then. */
export const paymentPreferenceOn = (today: string) =>
  PaymentPreference.superRefine((preference, context) => {
    for (const { used, until, untilField } of methods(preference))
      if (used && !isLaterDate(until, today))
        context.addIssue({ code: "custom", path: [untilField], message: INVALID_PREFERENCE_UNTIL });
  });

export const GetPaymentPreference = z.strictObject({ userId: UserId });
export type GetPaymentPreference = z.infer<typeof GetPaymentPreference>;

/** Saves a user's preference. `version` is the one that was read, 0 when there was none. */
export const SetPaymentPreference = z.strictObject({
  userId: UserId,
  version: VersionIfKept,
  preference: PaymentPreference,
});
export type SetPaymentPreference = z.infer<typeof SetPaymentPreference>;

/** Why a preference may not be saved on `today`, or null: what it says of the expiries. */
export const whyNotSavePreference = (preference: PaymentPreference, today: string): string | null =>
  paymentPreferenceOn(today).safeParse(preference).error?.issues[0]?.message ?? null;

interface PreferenceFields {
  useBank: boolean;
  bankNumber: string | null;
  useBankUntil: string | null;
  useCard: boolean;
  cardNumber: string | null;
  useCardUntil: string | null;
}

function clearUnusedMethods(preference: PreferenceFields): PreferenceFields {
  return {
    ...preference,
    ...(preference.useBank ? {} : { bankNumber: null, useBankUntil: null }),
    ...(preference.useCard ? {} : { cardNumber: null, useCardUntil: null }),
  };
}

interface NumberMessages {
  tooShort: string;
  tooLong: string;
  notNumeric: string;
}

const BANK_MESSAGES: NumberMessages = {
  tooShort: MESSAGES.bankNumberTooShort,
  tooLong: MESSAGES.bankNumberTooLong,
  notNumeric: MESSAGES.bankNumberNotNumeric,
};
const CARD_MESSAGES: NumberMessages = {
  tooShort: MESSAGES.cardNumberTooShort,
  tooLong: MESSAGES.cardNumberTooLong,
  notNumeric: MESSAGES.cardNumberNotNumeric,
};

const methods = (preference: PreferenceFields) => [
  {
    used: preference.useBank,
    number: preference.bankNumber,
    until: preference.useBankUntil,
    numberField: "bankNumber",
    untilField: "useBankUntil",
    messages: BANK_MESSAGES,
  },
  {
    used: preference.useCard,
    number: preference.cardNumber,
    until: preference.useCardUntil,
    numberField: "cardNumber",
    untilField: "useCardUntil",
    messages: CARD_MESSAGES,
  },
];

function whyNotLastFour(number: string | null, messages: NumberMessages): string | null {
  if (!number) return messages.tooShort;
  if (!/^\d+$/.test(number)) return messages.notNumeric;
  if (number.length < 4) return messages.tooShort;
  return number.length > 4 ? messages.tooLong : null;
}

const isLaterDate = (date: string | null, today: string): boolean =>
  date !== null && isCalendarDate(date) && date > today;
