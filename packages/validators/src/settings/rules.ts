/** What a SUPERADMIN sets for everyone: each setting with the value it has until then. Amounts in cents. */
export const SETTINGS = {
  manualPaymentCeilingCents: {
    label: "Manual payment ceiling",
    description:
      "No manual payment may be more than that, whoever records it, nor all that one person records for a customer in a day.",
    standard: 1_000_000,
  },
  typedTotalFromCents: {
    label: "Typed total from",
    description: "Whoever runs payment automation types the total of a run that takes more than that.",
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
      "Payment automation debits a customer although the customer promised to pay on a later day. Off, it waits for that day.",
    standard: false,
  },
} as const;

export type SwitchName = keyof typeof SWITCHES;
export const SWITCH_NAMES = Object.keys(SWITCHES) as [SwitchName, ...SwitchName[]];

export const SETTING_SAVED = "The setting was saved.";
export const SETTING_CHANGED = "Someone else changed this setting. Reload and try again.";
