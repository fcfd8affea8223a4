import { ratesOfBook } from "@countinghouse/api/debit-control/return-rates";
import type { Services } from "@countinghouse/api/services";

type Rates = Awaited<ReturnType<typeof ratesOfBook>>;

/** The rates count all debits of two months and change daily, so they are cached for a minute. */
const KEPT_MS = 60_000;

const kept = new WeakMap<object, { at: number; rates: Promise<Rates> }>();

/** Returns the return rates of the book in percent, read at most once a minute. */
export function keptRates({ db: { read }, now }: Pick<Services, "db" | "now">): Promise<Rates> {
  const at = now();
  const known = kept.get(read);
  if (known !== undefined && Math.abs(at.getTime() - known.at) < KEPT_MS) return known.rates;
  const rates = ratesOfBook(read, at);
  kept.set(read, { at: at.getTime(), rates });
  rates.catch(() => kept.delete(read));
  return rates;
}
