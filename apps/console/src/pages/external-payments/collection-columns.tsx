import { formatPhone } from "@countinghouse/validators/contact/phone";
import { RevealNumber } from "@/components/reveal/reveal-number.tsx";
import { UserLink } from "@/components/users/user-link.tsx";
import { paths } from "@/paths.ts";
import { CopyCell, DateCell, EmptyCell, LinkCell, MoneyCell, TextCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { Skeleton } from "@/ui/progress.tsx";
import { type CollectionActions, RowActions } from "./row-actions.tsx";
import type { CollectionRow } from "./use-collection.ts";

const column = columnHelper<CollectionRow, CollectionActions>();

type Income = NonNullable<NonNullable<CollectionRow["bank"]>["income"]>;

const incomeColumn = (name: keyof Income, header: string, className: string) =>
  column.display({
    id: name,
    header,
    meta: { align: "right", className },
    cell: ({ row: { original } }) => <BankCell row={original} name={name} />,
  });

/** Every field of a user of the collections (specification 2, section 3), with what can be done first. */
export const collectionColumns = column.columns([
  column.accessor("userId", {
    header: "User Id and Name",
    meta: { className: "w-48 border-r", pinned: true },
    cell: ({ row }) => <UserCell row={row.original} />,
  }),
  column.display({
    id: "actions",
    header: "Actions",
    meta: { className: "w-20" },
    cell: ({ row, table }) => <RowActions row={row.original} actions={tableActions(table)} />,
  }),
  column.accessor("email", {
    header: "Email",
    meta: { className: "w-64" },
    cell: ({ getValue }) => <CopyCell value={getValue()} label="e-mail" />,
  }),
  column.accessor("contact", {
    header: "Contact",
    meta: { className: "w-36" },
    cell: ({ getValue }) => <TextCell value={formatPhone(getValue())} />,
  }),
  column.accessor("businessName", { header: "Business Name", meta: { className: "w-48" } }),
  column.accessor("businessType", { header: "Business Type", meta: { className: "w-44" } }),
  column.accessor("companyName", { header: "Company Name", meta: { className: "w-48" } }),
  column.accessor("currentAddress", { header: "Current Address", meta: { className: "w-56" } }),
  column.accessor("city", { header: "City", meta: { className: "w-36" } }),
  column.accessor("state", { header: "State", meta: { className: "w-18" } }),
  column.accessor("zipcode", { header: "Zipcode", meta: { className: "w-24" } }),
  column.accessor("dob", { header: "DOB", meta: { className: "w-28" } }),
  column.accessor("ssn", {
    header: "SSN",
    meta: { className: "w-42 tabular-nums" },
    cell: ({ row: { original } }) => (
      <RevealNumber userId={original.userId} field="ssn" shown={original.ssn} isMaskedHere />
    ),
  }),
  column.accessor("transactionAmountCents", {
    header: "Transaction Amount (USD)",
    meta: { align: "right", className: "w-48" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("transactionDate", {
    header: "Transaction Date (ET)",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  incomeColumn("cashAppSquareCents", "Cash App and Square (USD)", "w-48"),
  incomeColumn("paypalVenmoCents", "PayPal and Venmo (USD)", "w-44"),
  incomeColumn("stripeCents", "Stripe (USD)", "w-32"),
  incomeColumn("rideDeliveryCents", "Ride and Delivery (USD)", "w-44"),
  incomeColumn("generalIncomeCents", "General Income (USD)", "w-42"),
  column.accessor(({ contract }) => contract?.fileName, {
    id: "contract",
    header: "Contract",
    meta: { className: "w-52" },
  }),
  column.accessor(({ bank }) => bank?.assetReportName, {
    id: "assetReport",
    header: "Asset Report",
    meta: { className: "w-72" },
    cell: ({ row, getValue }) =>
      row.original.bank === undefined ? <Skeleton className="h-3 w-32" /> : <TextCell value={getValue()} />,
  }),
]);

function UserCell({ row: { userId, name } }: { row: CollectionRow }) {
  return (
    <span className="grid leading-4 *:first:h-4">
      <UserLink id={userId} />
      <span className="truncate text-2xs text-muted-foreground" title={name}>
        {name === "" ? <EmptyCell /> : name}
      </span>
    </span>
  );
}

function BankCell({ row: { bank, userId }, name }: { row: CollectionRow; name: keyof Income }) {
  if (bank === undefined) return <Skeleton className="ml-auto h-3 w-16" />;
  const cents = bank?.income?.[name];
  if (cents === undefined) return <MoneyCell cents={cents} />;
  return (
    <LinkCell href={paths.userGraph({ id: userId, number: NUMBERS[name] })}>
      <MoneyCell cents={cents} />
    </LinkCell>
  );
}

/** The number of the statistics that lists what an income is made of. */
const NUMBERS: Readonly<Record<keyof Income, string>> = {
  cashAppSquareCents: "income:90:cashAppSquare",
  paypalVenmoCents: "income:90:paypalVenmo",
  stripeCents: "income:90:stripe",
  rideDeliveryCents: "income:90:rideDelivery",
  generalIncomeCents: "income:90",
};
