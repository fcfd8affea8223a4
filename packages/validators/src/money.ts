import { withoutInvisible } from "./invisible.ts";

/** The largest amount any field takes, in cents: 99,999,999.99 dollars. */
export const MAX_AMOUNT_CENTS = 9_999_999_999;

const WHOLE_DOLLARS = String.raw`\d+|[1-9]\d{0,2}(?:,\d{3})+`;
const DOLLARS = new RegExp(String.raw`^(?:\$ ?)?(${WHOLE_DOLLARS})?(?:\.(\d{0,2}))?$`);

/**
 * Reads dollars as typed or pasted ("1234.5", "$1,234.50", " .75 ") into integer cents; characters without width do not
 * count. Null for anything else:
 * a minus, an exponent, a comma for decimals, wrong grouping, a third decimal, letters, digits of other scripts,
 * more than MAX_AMOUNT_CENTS. Zero is an amount; whether a field allows it is the field's rule.
 */
export function parseCents(text: string): number | null {
  const [matched, dollars = "", decimals = ""] = DOLLARS.exec(withoutInvisible(text).trim()) ?? [];
  if (matched === undefined || dollars + decimals === "") return null;
  const cents = Number(dollars.replaceAll(",", "") + decimals.padEnd(2, "0"));
  return cents <= MAX_AMOUNT_CENTS ? cents : null;
}

const WITH_COMMAS = new Intl.NumberFormat("en-US");

/** Shows integer cents as dollars: "$1,234.50", and "−$20.00" with a real minus sign. */
export function formatCents(cents: number): string {
  const { sign, dollars, decimals } = parts(cents);
  return `${sign && "−"}$${WITH_COMMAS.format(dollars)}.${decimals}`;
}

/** Writes integer cents the way a money field holds them: "1234.50". parseCents reads it back. */
export function centsToInput(cents: number): string {
  const { sign, dollars, decimals } = parts(cents);
  return `${sign}${dollars}.${decimals}`;
}

/** Splits without dividing into fractions, so that no cent is lost to floating point. */
function parts(cents: number) {
  const whole = Math.abs(cents);
  return {
    sign: cents < 0 ? "-" : "",
    dollars: Math.trunc(whole / 100),
    decimals: String(whole % 100).padStart(2, "0"),
  };
}
