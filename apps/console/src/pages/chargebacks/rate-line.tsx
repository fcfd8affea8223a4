import type { RouterOutputs } from "@countinghouse/api";
import type { RateBucket } from "@countinghouse/validators/debit-control/return-codes";
import {
  percentText,
  RATE_WORDS,
  RETURN_RATE_LIMITS,
} from "@countinghouse/validators/debit-control/return-rates";
import { useId } from "react";

type Line = RouterOutputs["debitControl"]["returnRates"]["line"];

const [WIDTH, HEIGHT] = [240, 96];
/** What is shown above the higher of limit and line. */
const HEADROOM = 1.15;

/** A rate over thirty days with its limit drawn; the same in words, and as a table for who opens it. */
export function RateLine({ bucket, line }: { bucket: RateBucket; line: Line }) {
  const titleId = useId();
  const limit = RETURN_RATE_LIMITS[bucket];
  const rates = line.map((day) => day[bucket]);
  const top = Math.max(limit, ...rates) * HEADROOM;
  const y = (rate: number) => HEIGHT - (rate / top) * HEIGHT;
  const points = rates.map((rate, index) => `${(index / Math.max(1, rates.length - 1)) * WIDTH},${y(rate)}`);
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last) return null;
  return (
    <figure className="grid gap-1">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-labelledby={titleId}
        className="h-24 w-full overflow-visible"
        preserveAspectRatio="none"
      >
        <title id={titleId}>
          {`${RATE_WORDS[bucket]} returns: ${percentText(first[bucket])} on ${first.day}, ${percentText(last[bucket])} on ${last.day}; the limit is ${limit} %.`}
        </title>
        <line
          x1={0}
          x2={WIDTH}
          y1={y(limit)}
          y2={y(limit)}
          className="stroke-danger-fg [stroke-dasharray:4_3] [vector-effect:non-scaling-stroke]"
        />
        <polyline
          points={points.join(" ")}
          fill="none"
          strokeWidth={2}
          className="stroke-primary [vector-effect:non-scaling-stroke]"
        />
      </svg>
      <figcaption className="text-xs text-muted-foreground">
        {RATE_WORDS[bucket]}, limit {limit} %
      </figcaption>
      <details className="text-xs">
        <summary className="cursor-pointer text-muted-foreground">By day</summary>
        <table aria-label={`${RATE_WORDS[bucket]} by day`} className="num mt-1 w-full">
          <tbody>
            {line.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row" className="text-left font-normal">
                  {day.day}
                </th>
                <td>{percentText(day[bucket])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
