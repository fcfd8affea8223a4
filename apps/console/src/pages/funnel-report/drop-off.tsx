import { FUNNEL_OUTCOME_WORDS, type FunnelOutcome } from "@countinghouse/validators/funnel/rules";
import { Chart } from "@/components/charts/chart.tsx";
import type { ChartColour, Series } from "@/components/charts/chart-types.ts";
import { Card } from "@/ui/card.tsx";
import type { Phase } from "./funnel-columns.tsx";

type Drawn = Exclude<FunnelOutcome, "count">;

const DRAWN: readonly (readonly [outcome: Drawn, colour: ChartColour])[] = [
  ["movedOn", 1],
  ["stillOpen", 2],
  ["dropOff", 3],
  ["rejected", 8],
];

const SERIES: readonly Series<Phase>[] = DRAWN.map(([outcome, colour]) => ({
  key: outcome,
  label: FUNNEL_OUTCOME_WORDS[outcome],
  value: (phase) => phase[`${outcome}Count`],
  as: "bar",
  colour,
  stack: "outcome",
}));

const PHASE_PX = 24;
const EDGES_PX = 60;
/** Of the line beneath the drawing. */
const TABLE_LINE_PX = 24;

const drawingPx = (phases: number): number => phases * PHASE_PX + EDGES_PX;

type DropOffProps = { phases: readonly Phase[]; to: (eventId: number, outcome: FunnelOutcome) => string };

/** Phase by phase, what became of the customers who reached it. */
export const DropOff = ({ phases, to }: DropOffProps) => (
  <Card className="mb-4 p-4">
    <Chart
      label="Drop-off"
      axis="Phase"
      rows={phases}
      x={({ eventName }) => eventName}
      series={SERIES}
      unit="count"
      isLying
      height={drawingPx(phases.length)}
      to={({ eventId }, key) => {
        const found = DRAWN.find(([outcome]) => outcome === key);
        return found ? to(eventId, found[0]) : null;
      }}
    />
  </Card>
);

/** Its place while the numbers of so many phases are counted. */
export const DropOffPlace = ({ phases }: { phases: number }) => (
  <Card aria-hidden className="mb-4 p-4">
    <div style={{ height: drawingPx(phases) + TABLE_LINE_PX }} />
  </Card>
);
