import type { RouterInputs } from "@countinghouse/api";
import {
  RATE_COUNTS,
  RATE_SOURCES,
  RATE_WORDS,
  type RateCount,
} from "@countinghouse/validators/debit-control/return-rates";

/** A number of the return rates: whose debits it is of, and what it counts of them. */
export type RateFigure = Pick<RouterInputs["debitControl"]["counted"], "source" | "count">;

/** A number as the address names it, such as "GF.unauthorised". */
export const rateFigureKey = ({ source, count }: RateFigure): string => `${source}.${count}`;

/** The number of an address; null for what names none. */
export function readRateFigure(key: string): RateFigure | null {
  const [of, counted] = key.split(".");
  const source = RATE_SOURCES.find((each) => each === of);
  const count = RATE_COUNTS.find((each) => each === counted);
  return source && count ? { source, count } : null;
}

/** What is counted, in words: "unauthorised returns". */
export const countedWords = (count: RateCount): string =>
  count === "entries" ? "debits" : `${RATE_WORDS[count].toLowerCase()} returns`;
