import { ProviderError } from "../provider-error.ts";
import type { LedgerSheetName } from "./port.ts";

/** The heading of the column with the ids of our rows, behind the columns of a sheet. */
export const ROW_ID_HEADING = "Row Id";

/** The vendor's code of a sheet whose first row lacks a heading: nothing was written or read then. */
const HEADINGS_REFUSED = "HEADINGS";

/**
 * The place of each heading in the first row of a sheet, counted from 0, in our order. Throws ProviderError (`refused`,
 * HEADINGS_REFUSED), which names the headings that are missing or stand there twice.
 */
export function findHeadings(
  { provider, sheet, headings }: { provider: string; sheet: LedgerSheetName; headings: readonly string[] },
  firstRow: readonly unknown[],
): number[] {
  const written = firstRow.map((cell) => String(cell).trim());
  const missing = headings.filter((heading) => !written.includes(heading));
  const twice = headings.filter((heading) => written.indexOf(heading) !== written.lastIndexOf(heading));
  if (missing.length === 0 && twice.length === 0) return headings.map((heading) => written.indexOf(heading));
  const told = [
    ...(missing.length > 0 ? [`lacks ${naming(missing)}`] : []),
    ...(twice.length > 0 ? [`has ${naming(twice)} twice`] : []),
  ];
  throw new ProviderError({
    kind: "refused",
    provider,
    vendorCode: HEADINGS_REFUSED,
    message: `${provider}: the first row of ${sheet} ${told.join(" and ")}. Correct the first row, then try again.`,
  });
}

function naming(headings: readonly string[]): string {
  const quoted = headings.map((heading) => `"${heading}"`).join(", ");
  return `the ${headings.length === 1 ? "heading" : "headings"} ${quoted}`;
}
