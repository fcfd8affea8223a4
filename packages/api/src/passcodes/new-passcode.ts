import { NewPasscodeText } from "@countinghouse/validators/payments/schemas";

/** A passcode that a setting gives, as the form of Settings takes it. Throws an Error with a sentence for the operator. */
export function readNewPasscode(setting: string, given: string): string {
  const { success, error } = NewPasscodeText.safeParse(given);
  if (!success) throw new Error(`${setting}: ${error.issues[0]?.message ?? "not a passcode"}`);
  return given;
}
