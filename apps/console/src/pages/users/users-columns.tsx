import type { RouterOutputs } from "@countinghouse/api";
import { formatPhone } from "@countinghouse/validators/contact/phone";
import { formatCents } from "@countinghouse/validators/money";
import { USER_STAGE_LABELS, USER_TAG_LABELS, type UserTag } from "@countinghouse/validators/users/filters";
import { BalanceCell } from "@/components/balance/balance-cell.tsx";
import { paths } from "@/paths.ts";
import { CopyCell, EmptyCell, LinkCell, TextCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { Badge, type BadgeTone } from "@/ui/badge.tsx";

export type UserRow = RouterOutputs["users"]["list"]["users"][number];

/** Shows the business when a customer has no name of a person, like some imported customers. */
function FirstName({ firstname, lastname, businessName }: UserRow) {
  if (firstname || lastname || !businessName) return <TextCell value={firstname} />;
  return (
    <span title={`Business: ${businessName}`} className="text-muted-foreground">
      {businessName}
    </span>
  );
}

const PastDue = ({ days }: { days: number }) =>
  days === 0 ? (
    <EmptyCell />
  ) : (
    <span className="text-danger-fg">{days === 1 ? "1 day" : `${days.toLocaleString("en-US")} days`}</span>
  );

const LastPayment = ({ lastPaymentOn, lastPaymentCents }: UserRow) =>
  lastPaymentOn === null ? (
    <EmptyCell />
  ) : (
    <span className="num">
      {lastPaymentOn} · {formatCents(lastPaymentCents ?? 0)}
    </span>
  );

const column = columnHelper<UserRow>();

/** The list does not sort by masked SSNs. */
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
      meta: { className: "w-52" },
      cell: ({ getValue }) => <CopyCell value={getValue()} label="e-mail" />,
    }),
    column.accessor("ssn", {
      header: "SSN",
      enableSorting: sortsBySsn,
      meta: { className: "w-28 print:hidden" },
    }),
    column.accessor("phone", {
      header: "Phone Number",
      enableSorting: true,
      meta: { className: "w-36" },
      cell: ({ getValue }) => <TextCell value={formatPhone(getValue() ?? "")} />,
    }),
    column.accessor("currentAddress", {
      header: "Address",
      enableSorting: true,
      meta: { className: "w-40" },
    }),
    column.accessor("stage", {
      header: "Stage",
      meta: { className: "w-28" },
      cell: ({ row: { original } }) => (
        <TextCell value={original.stage && USER_STAGE_LABELS[original.stage]} />
      ),
    }),
    column.accessor("balanceCents", {
      header: "Balance (USD)",
      enableSorting: true,
      meta: { align: "right", className: "w-32" },
      cell: ({ row, getValue }) => <BalanceCell userId={row.original.id} cents={getValue()} />,
    }),
    column.accessor("dueOn", {
      header: "Next Due",
      enableSorting: true,
      meta: { className: "w-28" },
      cell: ({ getValue }) => <TextCell value={getValue()} />,
    }),
    column.accessor("daysPastDue", {
      header: "Past Due",
      meta: { align: "right", className: "w-24" },
      cell: ({ getValue }) => <PastDue days={getValue()} />,
    }),
    column.accessor("lastPaymentOn", {
      header: "Last Payment",
      enableSorting: true,
      meta: { className: "w-48" },
      cell: ({ row: { original } }) => <LastPayment {...original} />,
    }),
    column.display({
      id: "tags",
      header: "Tags",
      meta: { className: "w-48" },
      cell: ({ row: { original } }) => <UserTags {...original} />,
    }),
  ]);

const SORTED = { withSsn: userColumns(true), withoutSsn: userColumns(false) };

export const usersColumns = (sortsBySsn: boolean) => (sortsBySsn ? SORTED.withSsn : SORTED.withoutSsn);

type Tagged = Record<"doNotFund" | "isExternal" | "inManualReview" | "bankLost" | "wasFunded", boolean>;

const TAGS: readonly [keyof Tagged, UserTag, BadgeTone][] = [
  ["doNotFund", "doNotFund", "danger"],
  ["isExternal", "external", "warning"],
  ["inManualReview", "manualReview", "pending"],
  ["bankLost", "bankLost", "warning"],
  ["wasFunded", "funded", "neutral"],
];

/** The tags of a customer, the most serious first. */
function UserTags(user: Tagged) {
  const shown = TAGS.filter(([fact]) => user[fact]);
  if (shown.length === 0) return <EmptyCell />;
  return (
    <span
      className="flex gap-1 overflow-hidden"
      title={shown.map(([, tag]) => USER_TAG_LABELS[tag]).join(", ")}
    >
      {shown.map(([, tag, tone]) => (
        <Badge key={tag} tone={tone}>
          {USER_TAG_LABELS[tag]}
        </Badge>
      ))}
    </span>
  );
}
