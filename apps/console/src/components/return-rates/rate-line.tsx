import type { RouterOutputs } from "@countinghouse/api";
import type { RateBucket } from "@countinghouse/validators/debit-control/return-codes";
import {
  percentText,
  RATE_WORDS,
  RETURN_RATE_LIMITS,
} from "@countinghouse/validators/debit-control/return-rates";
import { Chart } from "@/components/charts/chart.tsx";
import type { Series } from "@/components/charts/chart-types.ts";

type Day = RouterOutputs["debitControl"]["returnRates"]["line"][number];

const HEIGHT_PX = 130;

const SERIES: Readonly<Record<RateBucket, readonly Series<Day>[]>> = {
  unauthorised: toSeries("unauthorised"),
  administrative: toSeries("administrative"),
  overall: toSeries("overall"),
};

function toSeries(bucket: RateBucket): readonly Series<Day>[] {
  return [{ key: bucket, label: RATE_WORDS[bucket], value: (day) => day[bucket], as: "line", colour: 1 }];
}

/** A rate over thirty days with its limit drawn; the same in words, and as a table for who opens it. */
export function RateLine({ bucket, line }: { bucket: RateBucket; line: readonly Day[] }) {
  const limit = RETURN_RATE_LIMITS[bucket];
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last) return null;
  return (
    <Chart
      label={`${RATE_WORDS[bucket]} by day`}
      says={`${RATE_WORDS[bucket]} returns: ${percentText(first[bucket])} on ${first.day}, ${percentText(last[bucket])} on ${last.day}; the limit is ${limit} %.`}
      axis="Day"
      rows={line}
      x={({ day }) => day}
      series={SERIES[bucket]}
      unit="percent"
      limits={[{ value: limit, label: `limit ${limit} %` }]}
      height={HEIGHT_PX}
    >
      {RATE_WORDS[bucket]}, limit {limit} %
    </Chart>
  );
}
