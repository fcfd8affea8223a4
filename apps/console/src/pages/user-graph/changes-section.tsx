import type { TransactionTag } from "@countinghouse/validators/bank-statistics/rules";
import { formatCents } from "@countinghouse/validators/money";
import { Section } from "@/layout/section.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { DateCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Button } from "@/ui/button.tsx";
import { Table, TableBody, TableHeader } from "@/ui/table.tsx";
import { ratioText } from "./figures.ts";
import { NO_DEBT_SERVICE } from "./formulas.ts";
import { NumberButton } from "./number-button.tsx";
import { COVERAGES, type NumberId, numberTitle, tagLabel } from "./number-ids.ts";
import { useChangeCategory } from "./use-change-category.ts";
import type { Statistics } from "./use-statistics.ts";

type Numbers = Pick<Statistics, "windows" | "overall">;
type Compared = { id: NumberId; value: number; now: string; told: string };

/** What staff took for something else than the bank's words say, and the numbers that moved by it: both values of each. */
export function ChangesSection({ userId, statistics }: { userId: number; statistics: Statistics }) {
  const { changes, asTold, reportId } = statistics;
  const { changingId, changeCategory } = useChangeCategory();
  const disabledReason = useWhyNot("bankStatistics.changeCategory");
  if (asTold === null) return null;
  return (
    <Section id="changed-categories" title="Changed categories" count={changes.length}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <MovedNumbers moved={movedNumbers(statistics, asTold)} />
        <DataTable
          label="Changed categories"
          columns={changeColumns}
          actions={{
            disabledReason,
            changingId,
            takeBack: (transactionId, category) =>
              changeCategory({ userId, snapshotId: reportId, transactionId, category }, null),
          }}
          rows={changes}
          rowKey={({ transactionId }) => transactionId}
          empty={null}
        />
      </div>
    </Section>
  );
}

function MovedNumbers({ moved }: { moved: readonly Compared[] }) {
  if (moved.length === 0) return null;
  return (
    <Table aria-label="Numbers that changed">
      <TableHeader>
        <tr>
          <th scope="col" className="px-(--row-px) py-1 text-left text-xs font-medium text-muted-foreground">
            Number
          </th>
          <th scope="col" className="px-(--row-px) py-1 text-right text-xs font-medium text-muted-foreground">
            By the bank's category
          </th>
          <th scope="col" className="px-(--row-px) py-1 text-right text-xs font-medium text-muted-foreground">
            With the changes
          </th>
        </tr>
      </TableHeader>
      <TableBody>
        {moved.map(({ id, value, now, told }) => (
          <tr key={numberTitle(id)} className="border-b border-border/60 last:border-b-0">
            <th scope="row" className="px-(--row-px) py-1 text-left font-normal">
              {numberTitle(id)}
            </th>
            <td className="num px-(--row-px) py-1 text-muted-foreground">{told}</td>
            <td className="num px-(--row-px) py-1">
              <NumberButton id={id} value={value} text={now} />
            </td>
          </tr>
        ))}
      </TableBody>
    </Table>
  );
}

/** The revenue of each window and every ratio, as far as the changes moved them. */
function movedNumbers(now: Numbers, told: Numbers): Compared[] {
  const compared = now.windows.flatMap((window): Compared[] => {
    const before = told.windows.find(({ days }) => days === window.days);
    if (!before) return [];
    const { cents } = window.flows.businessRevenue;
    return [
      {
        id: { kind: "flow", flow: "businessRevenue", period: window.days },
        value: cents,
        now: formatCents(cents),
        told: formatCents(before.flows.businessRevenue.cents),
      },
      ...COVERAGES.map((coverage) =>
        ratio(
          { kind: "coverage", coverage, period: window.days },
          window.coverage[coverage],
          before.coverage[coverage],
        ),
      ),
    ];
  });
  const { overall } = now;
  const overallTold = told.overall;
  const whole =
    overall && overallTold
      ? COVERAGES.map((coverage) =>
          ratio({ kind: "coverage", coverage, period: "overall" }, overall[coverage], overallTold[coverage]),
        )
      : [];
  return [...compared, ...whole].filter((each) => each.now !== each.told);
}

type HasRatio = { ratio: number | null };

const ratio = (id: NumberId, now: HasRatio, told: HasRatio): Compared => ({
  id,
  value: now.ratio ?? 0,
  now: coverageText(now),
  told: coverageText(told),
});

const coverageText = (of: HasRatio): string => (of.ratio === null ? NO_DEBT_SERVICE : ratioText(of.ratio));

type ChangeActions = {
  disabledReason: string | null;
  changingId: string | null;
  takeBack: (transactionId: string, category: TransactionTag) => void;
};

const column = columnHelper<Statistics["changes"][number], ChangeActions>();

const changeColumns = column.columns([
  column.accessor("date", {
    header: "Date",
    meta: { className: "w-26" },
    cell: ({ getValue }) => <time dateTime={getValue()}>{getValue()}</time>,
  }),
  column.accessor("name", { header: "Name" }),
  column.accessor("amountCents", {
    header: "Amount (USD)",
    meta: { align: "right", className: "w-28" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} moneyIn="positive" />,
  }),
  column.accessor("told", {
    header: "By the bank's category",
    meta: { className: "w-40" },
    cell: ({ getValue }) => tagLabel(getValue()),
  }),
  column.accessor("category", {
    header: "Category",
    meta: { className: "w-40" },
    cell: ({ getValue }) => tagLabel(getValue()),
  }),
  column.accessor("changedBy", { header: "Changed by", meta: { className: "w-36" } }),
  column.accessor("changedAt", {
    header: "Changed (ET)",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.display({
    id: "takeBack",
    header: "Actions",
    meta: { className: "w-32" },
    cell: ({ row: { original }, table }) => {
      const { disabledReason, changingId, takeBack } = tableActions(table);
      const { transactionId, category, name } = original;
      return (
        <Button
          size="small"
          aria-label={`Undo the category change of ${name}`}
          disabledReason={disabledReason}
          pending={changingId === transactionId}
          onClick={() => takeBack(transactionId, category)}
        >
          Undo
        </Button>
      );
    },
  }),
]);
