const AMOUNT = /^(-?)(\d{1,13})(?:\.(\d{1,2})0*)?$/;

/** Whole cents as a decimal amount of dollars: 12500 is "125.00". Throws RangeError when they are not whole. */
export function toDollars(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError("An amount is a whole number of cents.");
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The cents of a decimal amount of dollars, as text or as JSON has it. Throws RangeError when it is none. */
export function toCents(dollars: string | number): number {
  const [, minus, whole, fraction = ""] = AMOUNT.exec(String(dollars).trim()) ?? [];
  if (whole === undefined) throw new RangeError("This is no amount of dollars and cents.");
  const cents = Number(`${whole}${fraction.padEnd(2, "0")}`);
  return minus && cents !== 0 ? -cents : cents;
}

/** Whether this is an amount that `toCents` reads: digits and at most two decimals that are not 0. */
export function isDollars(amount: string | number): boolean {
  return AMOUNT.test(String(amount).trim());
}
