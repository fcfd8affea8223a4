import type { RouterOutputs } from "@countinghouse/api";
import { AUTOMATION_DAYS } from "@countinghouse/validators/automation/rules";
import { trpc } from "@/api/client.ts";
import { Chart } from "@/components/charts/chart.tsx";
import type { Series } from "@/components/charts/chart-types.ts";
import { paths } from "@/paths.ts";
import { Card } from "@/ui/card.tsx";
import { UpdatedQuery } from "@/ui/updated.tsx";

type Day = RouterOutputs["automation"]["days"][number];

const SERIES: readonly Series<Day>[] = [
  {
    key: "SUCCESS",
    label: "Succeeded",
    value: ({ succeeded }) => succeeded,
    as: "bar",
    colour: 6,
    stack: "day",
  },
  { key: "FAILED", label: "Failed", value: ({ failed }) => failed, as: "bar", colour: 3, stack: "day" },
  { key: "All", label: "Not complete", value: ({ pending }) => pending, as: "bar", colour: 8, stack: "day" },
];

const HEIGHT_PX = 160;

/** What the runs of the last days came to, day by day. Nothing is shown where there were none. */
export function ResultsChart() {
  const query = trpc.automation.days.useQuery();
  const { data } = query;
  if (data === undefined || data.length === 0) return null;
  return (
    <Card className="mb-4 p-4">
      <header className="flex flex-wrap items-center gap-x-4">
        <h2 className="text-lg font-semibold tracking-[-0.01em]">Results per day</h2>
        <UpdatedQuery what="the results per day" query={query} />
      </header>
      <Chart
        label="Results of payment automation per day"
        axis="Day"
        rows={data}
        x={({ day }) => day}
        series={SERIES}
        unit="count"
        height={HEIGHT_PX}
        to={({ day }, status) => paths.automationOn({ day, status })}
      >
        Customers of the batches requested on each of the last {AUTOMATION_DAYS} days (ET) on which it ran.
      </Chart>
    </Card>
  );
}
