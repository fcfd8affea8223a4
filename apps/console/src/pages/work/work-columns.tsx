import { formatNewYork } from "@countinghouse/validators/new-york";
import { WORK_KINDS, type WorkView } from "@countinghouse/validators/work/rules";
import { Link } from "wouter";
import { Assignee, DueDay, ItemCustomer, ItemVerb } from "@/components/work/item-cells.tsx";
import { itemName, type WorkItem } from "@/components/work/work-item.ts";
import { MoneyCell, ROW_LINK } from "@/table/cells.tsx";
import { type Columns, columnHelper, tableActions } from "@/table/columns.ts";
import { ReopenCell } from "./reopen.tsx";

export type WorkActions = { hrefOf: (item: WorkItem) => string };

/** Marks the row link with the name of its item. */
export const ITEM_MARK = "data-item";

const WRAPS = "max-w-none! whitespace-normal! wrap-anywhere py-1";

const column = columnHelper<WorkItem, WorkActions>();

const customer = column.accessor("userId", {
  header: "Customer",
  meta: { className: "w-38 py-1 whitespace-normal!" },
  cell: ({ row }) => <ItemCustomer item={row.original} />,
});

const what = (showsKind: boolean) =>
  column.accessor("said", {
    header: "What happened",
    meta: { className: WRAPS },
    cell: ({ row: { original }, table }) => (
      <>
        {showsKind && (
          <span className="block text-xs text-muted-foreground">{WORK_KINDS[original.kind].word}</span>
        )}
        <Link
          href={tableActions(table).hrefOf(original)}
          {...{ [ROW_LINK]: "", [ITEM_MARK]: itemName(original) }}
          className="underline-offset-4 after:pointer-events-none after:absolute after:inset-0 after:z-row-focus hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          {original.said}
        </Link>
      </>
    ),
  });

const due = column.accessor("dueOn", {
  header: "Due (ET)",
  meta: { className: "w-26 py-1 whitespace-normal!" },
  cell: ({ getValue }) => <DueDay day={getValue()} />,
});

const atRisk = column.accessor("moneyCents", {
  header: "At risk (USD)",
  meta: { align: "right", className: "w-28" },
  cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
});

const assignee = column.accessor("assignedTo", {
  header: "Assignee",
  meta: { className: "w-34 py-1 whitespace-normal!" },
  cell: ({ row }) => <Assignee item={row.original} />,
});

const head = () => <span className="sr-only">Actions</span>;

const verb = column.display({
  id: "actions",
  header: head,
  meta: { className: "w-38" },
  cell: ({ row: { original }, table }) => (
    <ItemVerb item={original} itemHref={tableActions(table).hrefOf(original)} />
  ),
});

const reopen = column.display({
  id: "actions",
  header: head,
  meta: { className: "w-24" },
  cell: ({ row: { original } }) => <ReopenCell item={original} />,
});

const open = column.columns([customer, what(false), due, atRisk, assignee, verb]);

const snoozed = column.columns([
  customer,
  what(true),
  column.accessor("snoozedUntil", {
    header: "Until (ET)",
    meta: { className: "tabular-nums w-26" },
    cell: ({ row: { original } }) => original.snoozedUntil && formatNewYork(original.snoozedUntil, "date"),
  }),
  due,
  assignee,
  reopen,
]);

const done = column.columns([
  customer,
  what(true),
  column.display({
    id: "note",
    header: "What was done",
    meta: { className: `w-64 ${WRAPS}` },
    cell: ({ row }) => row.original.done?.reason,
  }),
  column.display({
    id: "done",
    header: "Done (ET)",
    meta: { className: "w-40 py-1 whitespace-normal!" },
    cell: ({ row: { original } }) => original.done && <DoneBy done={original.done} />,
  }),
  reopen,
]);

const DoneBy = ({ done: { by, at } }: { done: NonNullable<WorkItem["done"]> }) => (
  <>
    {by}
    <span className="block tabular-nums text-xs text-muted-foreground">{formatNewYork(at, "dateTime")}</span>
  </>
);

/** The columns of each view. */
export const WORK_COLUMNS: Readonly<Record<WorkView, Columns<WorkItem, WorkActions>>> = {
  team: open,
  mine: open,
  snoozed,
  done,
};
