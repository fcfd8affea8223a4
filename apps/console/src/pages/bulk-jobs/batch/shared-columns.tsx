import type { BulkRow, PreviewRow } from "@/components/batches/types.ts";
import { paths } from "@/paths.ts";
import { EmptyCell, IdLink, MoneyCell } from "@/table/cells.tsx";
import { columnHelper, type NoActions } from "@/table/columns.ts";

type Shared = Pick<
  BulkRow & PreviewRow,
  "firstname" | "lastname" | "paybackCents" | "discountDate" | "last4" | "renewalId"
> & { mode: BulkRow["mode"] };

/** What a list to review and the payments of a batch both show; `instrument` heads the last four digits. */
export function sharedColumns<Row extends Shared, Actions extends object = NoActions>(instrument: string) {
  const column = columnHelper<Row, Actions>();
  return {
    names: [
      column.accessor(({ firstname }) => firstname, {
        id: "firstname",
        header: "First Name",
        meta: { className: "w-26" },
      }),
      column.accessor(({ lastname }) => lastname, {
        id: "lastname",
        header: "Last Name",
        meta: { className: "w-27" },
      }),
    ],
    terms: [
      column.accessor(({ paybackCents }) => paybackCents, {
        id: "paybackCents",
        header: "Payback Amount (USD)",
        meta: { align: "right", className: "w-41" },
        cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
      }),
      column.accessor(({ discountDate }) => discountDate, {
        id: "discountDate",
        header: "Discount Date",
        meta: { className: "w-29" },
      }),
      column.accessor(({ last4 }) => last4, {
        id: "last4",
        header: instrument,
        meta: { className: "w-31" },
        cell: ({ row: { original }, getValue }) =>
          getValue() === "" ? (
            <EmptyCell />
          ) : (
            <span className="num">
              •••• {getValue()}
              {original.mode === "RCC" && " · RCC"}
            </span>
          ),
      }),
      column.accessor(({ renewalId }) => renewalId, {
        id: "renewalId",
        header: "Renewal Id",
        meta: { className: "w-24" },
        cell: ({ getValue }) => <IdLink id={getValue() ?? null} to={paths.userDetail} />,
      }),
    ],
  };
}
