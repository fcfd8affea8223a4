/** What a SUPERADMIN sets for everyone: each setting with the value it has until then. Amounts in cents. */
export const SETTINGS = {
  manualPaymentCeilingCents: {
    label: "Manual payment ceiling",
    description:
      "The maximum of one manual payment, and of all manual payments by one admin for a customer in a day.",
    standard: 1_000_000,
  },
  typedTotalFromCents: {
    label: "Require typing the total above",
    description: "To run payment automation for more than this amount, the admin must type the total.",
    standard: 1_000_000,
  },
} as const;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as [SettingName, ...SettingName[]];

/** Switches that a SUPERADMIN sets for all customers, with their defaults. */
export const SWITCHES = {
  debitsBeforePromise: {
    label: "Debits before a promised day",
    description:
      "When on, payment automation debits a customer before the day the customer promised to pay. When off, it waits for that day.",
    standard: false,
  },
} as const;

export type SwitchName = keyof typeof SWITCHES;
export const SWITCH_NAMES = Object.keys(SWITCHES) as [SwitchName, ...SwitchName[]];

export const SETTING_SAVED = "The setting was saved.";
export const SETTING_CHANGED = "Someone else changed this setting. Reload and try again.";
