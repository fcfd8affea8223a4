import { z } from "zod";
import { amountFieldOf } from "../money-field.ts";
import { SETTING_NAMES, SETTINGS, type SettingName } from "./rules.ts";

/** The form of one setting. The amount is dollars as typed, cents once parsed. */
export const settingField = (name: SettingName) =>
  z.strictObject({ amount: amountFieldOf(SETTINGS[name].label) });
export type SettingField = z.infer<ReturnType<typeof settingField>>;

/** Changes one setting. `version` is the one that was read; 0 where nobody has set it. */
export const SetSetting = z.strictObject({
  name: z.enum(SETTING_NAMES),
  amount: amountFieldOf("Amount"),
  version: z.int().min(0),
});
export type SetSetting = z.infer<typeof SetSetting>;
