import { addDays } from "../new-york.ts";
import { ACH_RETURN_CODES, type RateBucket } from "./return-codes.ts";

/** Rates are of the debits of so many days (Nacha Operating Rules, subsection 2.17.2: sixty days or two calendar months). */
export const RATE_DAYS = 60;
/** Days over which the rates are shown as a line. */
export const RATE_LINE_DAYS = 30;

/** Whose debits: all, customers of our own (LP), and those who came through a partner (GF). */
export const RATE_SOURCES = ["All", "LP", "GF"] as const;
export type RateSource = (typeof RATE_SOURCES)[number];

/** In percent: what the network allows of unauthorised returns, and from when on it asks about the others (same subsection). */
export const RETURN_RATE_LIMITS = {
  unauthorised: 0.5,
  administrative: 3,
  overall: 15,
} as const satisfies Record<RateBucket, number>;
export const RATE_BUCKETS = Object.keys(RETURN_RATE_LIMITS) as RateBucket[];

export const RATE_WORDS: Readonly<Record<RateBucket, string>> = {
  unauthorised: "Unauthorized",
  administrative: "Administrative",
  overall: "Overall",
};

/** What is counted of a source: its debits that went out, and what of them came back. */
export const RATE_COUNTS = ["entries", ...RATE_BUCKETS] as const;
export type RateCount = (typeof RATE_COUNTS)[number];

/** From four fifths of a limit on staff are told. */
const NEAR = { parts: 4, of: 5 };

/** How many debits went out, and how many of them came back: overall counts each, the others are among them. */
export type ReturnCounts = { entries: number } & Record<RateBucket, number>;

export const NO_RETURNS: ReturnCounts = { entries: 0, unauthorised: 0, administrative: 0, overall: 0 };

/** Returns of one code as counts: one that is not in the dictionary counts as overall alone. */
export const countReturns = (code: string, returned: number): ReturnCounts => ({
  ...NO_RETURNS,
  [bucketOf(code)]: returned,
  overall: returned,
});

const bucketOf = (code: string): RateBucket => ACH_RETURN_CODES[code]?.rate ?? "overall";

/** The codes whose returns a rate counts; null where it counts those of every code. */
export const codesOfRate = (bucket: RateBucket): string[] | null =>
  bucket === "overall" ? null : Object.keys(ACH_RETURN_CODES).filter((code) => bucketOf(code) === bucket);

export const sumCounts = (counts: readonly ReturnCounts[]): ReturnCounts =>
  counts.reduce(
    (sum, each) => ({
      entries: sum.entries + each.entries,
      unauthorised: sum.unauthorised + each.unauthorised,
      administrative: sum.administrative + each.administrative,
      overall: sum.overall + each.overall,
    }),
    NO_RETURNS,
  );

export type Rates = Record<RateBucket, number>;

/** The rates in percent; none where nothing went out. */
export function toRates({ entries, ...returned }: ReturnCounts): Rates {
  const rate = (count: number) => (entries === 0 ? 0 : (100 * count) / entries);
  return {
    unauthorised: rate(returned.unauthorised),
    administrative: rate(returned.administrative),
    overall: rate(returned.overall),
  };
}

export type RateStanding = "well" | "near" | "over";

/** How a rate in percent stands to its limit: near from four fifths of it on, over once it is passed. */
export function rateStanding(bucket: RateBucket, rate: number): RateStanding {
  const limit = RETURN_RATE_LIMITS[bucket];
  if (rate > limit) return "over";
  return rate * NEAR.of >= limit * NEAR.parts ? "near" : "well";
}

/** What is said of rates that are near a limit or over it, the worst first; none where all is well. */
export function rateWarnings(rates: Rates): string[] {
  const said = (standing: RateStanding, words: string) =>
    RATE_BUCKETS.filter((bucket) => rateStanding(bucket, rates[bucket]) === standing).map(
      (bucket) =>
        `${RATE_WORDS[bucket]} returns are ${words} of ${RETURN_RATE_LIMITS[bucket]} %: ${percentText(rates[bucket])}.`,
    );
  return [...said("over", "over the limit"), ...said("near", "near the limit")];
}

/** 0.4567 as "0.46 %". */
export const percentText = (rate: number): string => `${rate.toFixed(2)} %`;

export type CountsOfDay = ReturnCounts & { day: string };

/** The rates of each of the last RATE_LINE_DAYS days up to `today` (YYYY-MM-DD): of the RATE_DAYS that end with it. */
export function ratesByDay(days: readonly CountsOfDay[], today: string): (Rates & { day: string })[] {
  return Array.from({ length: RATE_LINE_DAYS }, (_, index) => {
    const day = addDays(today, index - RATE_LINE_DAYS + 1);
    return { day, ...toRates(sumCounts(within(days, day))) };
  });
}

/** The counts of the RATE_DAYS that end with a day. */
export const within = (days: readonly CountsOfDay[], last: string): CountsOfDay[] => {
  const first = addDays(last, 1 - RATE_DAYS);
  return days.filter(({ day }) => day >= first && day <= last);
};

/** How many debits of the book one customer's history is set against. */
const PRIOR_ENTRIES = 4;

/**
 * What the rates are expected to be once a run has gone out and come back: one debit for each customer of it, which comes back as
 * often as their own debits of RATE_DAYS did, set against PRIOR_ENTRIES debits of the book: (own returns + 4 × rate of the
 * book) / (own debits + 4). Who was never debited counts as the book does.
 */
export function forecastRates(book: ReturnCounts, run: readonly ReturnCounts[]): Rates {
  const rates = toRates(book);
  const expected = (bucket: RateBucket): number =>
    run.reduce(
      (sum, own) =>
        sum + (own[bucket] + (PRIOR_ENTRIES * rates[bucket]) / 100) / (own.entries + PRIOR_ENTRIES),
      0,
    );
  return toRates({
    entries: book.entries + run.length,
    unauthorised: book.unauthorised + expected("unauthorised"),
    administrative: book.administrative + expected("administrative"),
    overall: book.overall + expected("overall"),
  });
}
