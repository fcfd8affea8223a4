import { shortRevenueName, type TransactionTag } from "@countinghouse/validators/bank-statistics/rules";
import { formatCents } from "@countinghouse/validators/money";
import { useId } from "react";
import { useWhyNot } from "@/layout/use-admin.ts";
import { EmptyCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { ShowMore } from "@/table/show-more.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { Tooltip } from "@/ui/tooltip.tsx";
import { CategoryCell } from "./category-cell.tsx";
import { amountTone, countText } from "./figures.ts";
import { useChangeCategory } from "./use-change-category.ts";
import { type FlowOf, type FlowTransaction, useFlow } from "./use-statistics.ts";

/** Which columns there is room for. */
const LAYOUTS = {
  whole: () => wholeColumns,
  names: () => nameColumns,
  dates: () => dateColumns,
} as const;

type TransactionsTableProps = {
  of: FlowOf;
  label: string;
  layout: keyof typeof LAYOUTS;
  maxHeight?: number;
};

/** The transactions behind a number, the newest first, over what they come to. */
export function TransactionsTable({ of, label, layout, maxHeight }: TransactionsTableProps) {
  const query = useFlow(of);
  const { userId, snapshotId } = of;
  const { changingId, changeCategory } = useChangeCategory();
  const disabledReason = useWhyNot("bankStatistics.changeCategory");
  const rows = query.data?.rows;
  return (
    <DataTable
      label={label}
      list={`transactions-${layout}`}
      columns={LAYOUTS[layout]()}
      actions={{
        disabledReason,
        changingId,
        onChange: ({ id, category }, next) =>
          changeCategory({ userId, snapshotId, transactionId: id, category }, next),
      }}
      rows={rows}
      rowKey={({ id }) => id}
      query={query}
      size={{ maxHeight }}
      empty={<EmptyState title="No transactions in these days" />}
      footer={
        rows &&
        rows.length > 0 && (
          <>
            <Sum rows={rows} total={query.data?.pages[0]} />
            {rows.length < (query.data?.pages[0]?.count ?? 0) && <ShowMore query={query} />}
          </>
        )
      }
    />
  );
}

type SumProps = { rows: readonly FlowTransaction[]; total: { cents: number; count: number } | undefined };

/** What the rows come to: all of them, or so far. */
function Sum({ rows, total }: SumProps) {
  const cents = rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const isWhole = total === undefined || rows.length === total.count;
  return (
    <p className="sticky bottom-0 flex flex-wrap justify-between gap-x-4 border-t bg-card px-(--row-px) py-2 text-sm font-semibold">
      <span>
        {isWhole
          ? `Sum of ${transactionsText(rows.length)}`
          : `The newest ${countText(rows.length)} of ${transactionsText(total.count)}`}
      </span>
      <span className="num">
        <span className={amountTone(cents)}>{formatCents(cents)}</span>
        {!isWhole && (
          <span className="font-normal text-muted-foreground"> of {formatCents(total.cents)}</span>
        )}
      </span>
    </p>
  );
}

const transactionsText = (count: number): string =>
  count === 1 ? "1 transaction" : `${countText(count)} transactions`;

type RowActions = {
  disabledReason: string | null;
  changingId: string | null;
  onChange: (transaction: FlowTransaction, category: TransactionTag | null) => void;
};

const column = columnHelper<FlowTransaction, RowActions>();

const date = column.accessor("date", {
  header: "Date",
  meta: { className: "w-26" },
  cell: ({ getValue }) => <time dateTime={getValue()}>{getValue()}</time>,
});

const amount = column.accessor("amountCents", {
  header: "Amount (USD)",
  meta: { align: "right", className: "w-28" },
  cell: ({ getValue }) => <MoneyCell cents={getValue()} moneyIn="positive" />,
});

const category = column.accessor("category", {
  header: "Category",
  meta: { className: "w-52" },
  cell: ({ row: { original }, table }) => {
    const { disabledReason, changingId, onChange } = tableActions(table);
    return (
      <CategoryCell
        {...original}
        disabledReason={disabledReason}
        pending={changingId === original.id}
        onChange={(next) => onChange(original, next)}
      />
    );
  },
});

const shortName = column.accessor("name", {
  header: "Name",
  cell: ({ getValue }) => <ShortName name={getValue()} />,
});

const nameColumns = column.columns([shortName, category, amount, date]);
const dateColumns = column.columns([date, shortName, amount]);

const wholeColumns = column.columns([
  date,
  column.accessor("name", { header: "Name" }),
  category,
  column.accessor("account", {
    header: "Account",
    meta: { className: "w-48" },
    cell: ({ row }) =>
      row.original.mask === null ? row.original.account : `${row.original.account} •••• ${row.original.mask}`,
  }),
  amount,
]);

/** A name cut to 30 characters; the whole of it is in the tooltip, and read aloud. */
function ShortName({ name }: { name: string }) {
  const id = useId();
  if (name === "") return <EmptyCell />;
  const short = shortRevenueName(name);
  if (short === name) return name;
  return (
    <>
      <Tooltip content={name}>
        <button
          type="button"
          aria-describedby={id}
          className="max-w-full cursor-default truncate rounded-sm align-bottom"
        >
          {short}
        </button>
      </Tooltip>
      <span id={id} hidden>
        {name}
      </span>
    </>
  );
}
