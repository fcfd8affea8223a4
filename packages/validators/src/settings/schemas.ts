import { z } from "zod";
import { AmountCents, titledAmountField } from "../money-field.ts";
import { VersionIfKept } from "../paging.ts";
import { SETTING_NAMES, SETTINGS, type SettingName, SWITCH_NAMES } from "./rules.ts";

/** Changes one setting. `version` is the one that was read; 0 where nobody has set it. */
export const SetSetting = z.strictObject({
  name: z.enum(SETTING_NAMES),
  amountCents: AmountCents,
  version: VersionIfKept,
});
export type SetSetting = z.infer<typeof SetSetting>;

/** Turns one switch on or off. `version` is the version that was read; 0 for a switch that was never set. */
export const SetSwitch = z.strictObject({
  name: z.enum(SWITCH_NAMES),
  on: z.boolean(),
  version: VersionIfKept,
});
export type SetSwitch = z.infer<typeof SetSwitch>;

/** The form of one setting: dollars as typed, which become the cents that are sent. */
export const settingForm = (name: SettingName) =>
  z
    .strictObject({ amount: titledAmountField(SETTINGS[name].label) })
    .transform(({ amount }): Pick<SetSetting, "amountCents"> => ({ amountCents: amount }));
