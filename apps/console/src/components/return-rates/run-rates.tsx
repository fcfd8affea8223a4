import {
  percentText,
  RATE_BUCKETS,
  RATE_WORDS,
  type Rates,
  RETURN_RATE_LIMITS,
  rateWarnings,
} from "@countinghouse/validators/debit-control/return-rates";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { paths } from "@/paths.ts";
import { Alert } from "@/ui/alert.tsx";

/** What a run of bank transfers is expected to do to the return rates, and a warning where that is near a limit. */
export function RunRates({ now, expected }: { now: Rates; expected: Rates }) {
  const warnings = rateWarnings(expected);
  return (
    <>
      <Facts
        facts={RATE_BUCKETS.map((bucket) => [
          `${RATE_WORDS[bucket]} returns`,
          `${percentText(now[bucket])}, expected ${percentText(expected[bucket])} (limit ${RETURN_RATE_LIMITS[bucket]} %)`,
        ])}
      />
      {warnings.length > 0 && <Alert tone="warning">With this run: {warnings.join(" ")}</Alert>}
    </>
  );
}

const RATES_STAY_MS = 5 * 60_000;

/** On each page from which bank transfers are run: a warning while a rate is near its limit, before anything is chosen. */
export function RatesNotice() {
  const { data } = trpc.debitControl.returnRates.useQuery(undefined, { staleTime: RATES_STAY_MS });
  const warnings = data?.sources.flatMap(({ source, rates }) =>
    source === "All" ? rateWarnings(rates) : [],
  );
  if (warnings === undefined || warnings.length === 0) return null;
  return (
    <Alert tone="warning">
      {warnings.join(" ")}{" "}
      <Link href={paths.chargebacks()} className="text-link underline underline-offset-4">
        Return rates
      </Link>
    </Alert>
  );
}

/** The same of customers who are about to be debited; asked for once. */
export function RunForecast({ userIds }: { userIds: readonly number[] }) {
  const { data, error } = trpc.debitControl.forecast.useQuery(
    { userIds: [...userIds] },
    { staleTime: "static" },
  );
  if (error) return <p className="text-sm">The effect on the return rates could not be calculated.</p>;
  return data ? <RunRates {...data} /> : null;
}
