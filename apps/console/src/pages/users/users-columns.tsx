import type { RouterOutputs } from "@countinghouse/api";
import { formatPhone } from "@countinghouse/validators/contact/phone";
import { paths } from "@/paths.ts";
import { CopyCell, LinkCell, TextCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";

export type UserRow = RouterOutputs["users"]["list"]["users"][number];

/** A customer known by its business alone, as some imported ones are, is told by that. */
function FirstName({ firstname, lastname, businessName }: UserRow) {
  if (firstname || lastname || !businessName) return <TextCell value={firstname} />;
  return (
    <span title={`Business: ${businessName}`} className="text-muted-foreground">
      {businessName}
    </span>
  );
}

const column = columnHelper<UserRow>();

/** A masked SSN is not sorted by. */
const userColumns = (sortsBySsn: boolean) =>
  column.columns([
    column.accessor("id", {
      header: "Id",
      enableSorting: true,
      meta: { className: "w-20" },
      cell: ({ getValue }) => <LinkCell href={paths.userDetail({ id: getValue() })}>{getValue()}</LinkCell>,
    }),
    column.accessor("firstname", {
      header: "First Name",
      enableSorting: true,
      meta: { className: "w-32" },
      cell: ({ row }) => <FirstName {...row.original} />,
    }),
    column.accessor("lastname", { header: "Last Name", enableSorting: true, meta: { className: "w-36" } }),
    column.accessor("email", {
      header: "Email",
      enableSorting: true,
      meta: { className: "w-60" },
      cell: ({ getValue }) => <CopyCell value={getValue()} label="e-mail" />,
    }),
    column.accessor("ssn", { header: "SSN", enableSorting: sortsBySsn, meta: { className: "w-28" } }),
    column.accessor("phone", {
      header: "Phone Number",
      enableSorting: true,
      meta: { className: "w-36" },
      cell: ({ getValue }) => <TextCell value={formatPhone(getValue() ?? "")} />,
    }),
    column.accessor("currentAddress", { header: "Address", enableSorting: true }),
  ]);

const SORTED = { withSsn: userColumns(true), withoutSsn: userColumns(false) };

export const usersColumns = (sortsBySsn: boolean) => (sortsBySsn ? SORTED.withSsn : SORTED.withoutSsn);
