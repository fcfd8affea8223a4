import { UsageError } from "../../apps/server/src/cli/shared/command.ts";

/** The value of an option that is a whole number; throws one line when it is not, or less than `least`. */
export function wholeNumber(name: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new UsageError(`--${name} is a whole number from ${least}, not ${text}`);
}
