export const PAYMENT_PREFERENCES_MESSAGES = {
  openLabel: "Set Payment Preference",
  title: "Payment Preference",
  saveFailed: "Something went wrong while saving user payment preference!",
  bankNumberTooShort: "Bank number must be the last 4 digit.",
  bankNumberTooLong: "Bank number must only be the last 4 digit.",
  bankNumberNotNumeric: "Bank number must be a number",
  cardNumberTooShort: "Card number must be the last 4 digit.",
  cardNumberTooLong: "Card number must only be the last 4 digit.",
  cardNumberNotNumeric: "Card number must be a number",
} as const;
