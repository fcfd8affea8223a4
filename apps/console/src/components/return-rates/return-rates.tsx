import type { RouterOutputs } from "@countinghouse/api";
import type { RateBucket } from "@countinghouse/validators/debit-control/return-codes";
import {
  percentText,
  RATE_BUCKETS,
  RATE_DAYS,
  RATE_WORDS,
  type RateSource,
  RETURN_RATE_LIMITS,
  rateStanding,
  rateWarnings,
} from "@countinghouse/validators/debit-control/return-rates";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { paths } from "@/paths.ts";
import { ScrolledTable } from "@/table/scrolled-table.tsx";
import { Alert } from "@/ui/alert.tsx";
import { Card } from "@/ui/card.tsx";
import { Skeleton } from "@/ui/progress.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/ui/table.tsx";
import { UpdatedQuery } from "@/ui/updated.tsx";
import { countedWords, rateFigureKey } from "./rate-figures.ts";
import { RateLine } from "./rate-line.tsx";

type ReturnRatesData = RouterOutputs["debitControl"]["returnRates"];

const LINK = "rounded-sm text-link underline-offset-4 hover:underline";
const SOURCE_WORDS = { All: "All", LP: "LP", GF: "GF" } as const;
const TONES = { well: "", near: "font-medium text-warning-fg", over: "font-medium text-danger-fg" } as const;

/** Of the bank transfer debits of sixty days, how many came back, beside what the network allows. */
export function ReturnRates() {
  const query = trpc.debitControl.returnRates.useQuery();
  const { data, error } = query;
  if (error && !data)
    return (
      <Card className="mb-4">
        <ErrorState
          message={errorDetails(error).message}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      </Card>
    );
  if (!data) return <Skeleton className="mb-4 h-61 max-2xl:h-112 max-sm:h-[51.5rem]" />;
  const warnings = rateWarnings(data.sources[0]?.rates ?? { unauthorised: 0, administrative: 0, overall: 0 });
  return (
    <Card className="mb-4">
      <section aria-label="Return rates" className="grid gap-3 p-4">
        <header className="flex flex-wrap items-center gap-x-4">
          <h2 className="text-lg font-semibold tracking-[-0.01em]">Return rates</h2>
          <p className="text-sm text-muted-foreground max-md:order-last">
            Bank transfer debits of {RATE_DAYS} days, {data.from} to {data.to} (ET)
          </p>
          <UpdatedQuery what="the return rates" query={query} />
        </header>
        {warnings.length > 0 && <Alert tone="warning">{warnings.join(" ")}</Alert>}
        <div className="grid gap-4 2xl:grid-cols-2">
          <SourceTable data={data} />
          <div className="grid gap-4 sm:grid-cols-3">
            {RATE_BUCKETS.map((bucket) => (
              <RateLine key={bucket} bucket={bucket} line={data.line} />
            ))}
          </div>
        </div>
      </section>
    </Card>
  );
}

function SourceTable({ data }: { data: ReturnRatesData }) {
  return (
    <ScrolledTable label="Return rates">
      <TableHeader>
        <TableRow>
          <TableHead>Source</TableHead>
          <TableHead className="text-right">Debits</TableHead>
          {RATE_BUCKETS.map((bucket) => (
            <TableHead key={bucket} className="text-right">
              {RATE_WORDS[bucket]}
              <span className="block font-normal">limit {RETURN_RATE_LIMITS[bucket]} %</span>
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {data.sources.map(({ source, counts, rates }) => (
          <TableRow key={source}>
            <TableCell>{SOURCE_WORDS[source]}</TableCell>
            <TableCell className="num">
              <Link
                href={paths.chargebacks({ counted: rateFigureKey({ source, count: "entries" }) })}
                className={LINK}
              >
                {counts.entries.toLocaleString("en-US")}
                <span className="sr-only"> {countedWords("entries")}</span>
              </Link>
            </TableCell>
            {RATE_BUCKETS.map((bucket) => (
              <TableCell key={bucket} className="num">
                <RateCell source={source} bucket={bucket} rate={rates[bucket]} count={counts[bucket]} />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </ScrolledTable>
  );
}

type RateCellProps = { source: RateSource; bucket: RateBucket; rate: number; count: number };

/** A rate, how it stands to its limit also in words, and the way to the returns it counts. */
function RateCell({ source, bucket, rate, count }: RateCellProps) {
  const standing = rateStanding(bucket, rate);
  return (
    <Link href={paths.chargebacks({ counted: rateFigureKey({ source, count: bucket }) })} className={LINK}>
      <span className={TONES[standing]}>
        {percentText(rate)}
        {standing !== "well" && (
          <span className="sr-only">{standing === "over" ? " over the limit" : " near the limit"}</span>
        )}
      </span>{" "}
      ({count.toLocaleString("en-US")}
      <span className="sr-only"> {countedWords(bucket)}</span>)
    </Link>
  );
}
