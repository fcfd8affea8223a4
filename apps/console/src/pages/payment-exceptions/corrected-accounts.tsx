import type { RouterOutputs } from "@countinghouse/api";
import { meaningOfChange } from "@countinghouse/validators/debit-control/changes";
import { MOST_CORRECTIONS } from "@countinghouse/validators/debit-control/rules";
import { trpc } from "@/api/client.ts";
import { useListPage } from "@/components/customer-lists/use-list-page.tsx";
import { CustomerCell } from "@/components/users/customer-cell.tsx";
import { Section } from "@/layout/section.tsx";
import { paths } from "@/paths.ts";
import { EmptyCell, LinkCell, TextCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { SentenceCell } from "./exception-cells.tsx";

type Correction = RouterOutputs["debitControl"]["corrections"][number];

const ID = "corrected";
const TITLE = "Corrected Accounts";

/** What banks have corrected (notifications of change), and what could not be: that account is held until a person corrects it. */
export function CorrectedAccounts() {
  const query = trpc.debitControl.corrections.useQuery(undefined, { staleTime: 0 });
  const rows = query.data;
  const table = useListPage({
    title: TITLE,
    partList: "corrected-accounts",
    query,
    columns,
    rows,
    rowKey: ({ eventId }) => eventId,
    customers: {
      toUserId: ({ userId }) => userId,
      toName: ({ code, userId }) => `${code} of user ${userId}`,
    },
    size: { maxHeight: "70svh" },
    empty: null,
    footer: rows?.length === MOST_CORRECTIONS && (
      <footer className="px-4 py-3 text-center text-sm text-muted-foreground">
        The newest {MOST_CORRECTIONS} are shown.
      </footer>
    ),
  });
  if (rows === undefined && !query.error)
    return <Section id={ID} title={TITLE} state={{ kind: "loading", lines: 4 }} />;
  if (rows?.length === 0)
    return (
      <Section
        id={ID}
        title={TITLE}
        count={0}
        state={{ kind: "empty", title: "No accounts corrected by a bank" }}
      />
    );
  return (
    <Section id={ID} title={TITLE} {...(rows && { count: rows.length })}>
      <p className="mb-3 text-sm text-muted-foreground">
        Notifications of change. Corrected accounts are debited with the new details. An account that could
        not be corrected is not debited until the correction is recorded on Primary accounts.
      </p>
      {table}
    </Section>
  );
}

const column = columnHelper<Correction>();

const columns = column.columns([
  column.accessor("noticedOn", { header: "Date", meta: { className: "w-26" } }),
  column.accessor("code", {
    header: "Code",
    meta: { className: "w-60" },
    cell: ({ getValue }) => `${getValue()} ${meaningOfChange(getValue())}`,
  }),
  column.accessor("userId", {
    header: "Customer",
    meta: { className: "w-44" },
    cell: ({ row: { original } }) => (
      <CustomerCell id={original.userId} name={original.userName} to={paths.primaryAccount} />
    ),
  }),
  column.accessor("paymentId", {
    header: "Payment",
    meta: { className: "w-24" },
    cell: ({ getValue }) => {
      const payment = getValue();
      return payment === null ? (
        <EmptyCell />
      ) : (
        <LinkCell href={paths.paymentProcessor({ payment })}>Open</LinkCell>
      );
    },
  }),
  column.accessor("last4", {
    header: "Account",
    meta: { className: "w-24" },
    cell: ({ getValue }) => <TextCell value={getValue() && `•••• ${getValue()}`} />,
  }),
  column.accessor("correctedLast4", {
    header: "Corrected",
    meta: { className: "w-40" },
    cell: ({ row: { original } }) => (
      <TextCell
        value={
          original.correctedLast4 && `•••• ${original.correctedLast4}, routing ${original.correctedRouting}`
        }
      />
    ),
  }),
  column.accessor("state", {
    header: "State",
    meta: { className: "w-72 max-w-none! whitespace-normal! py-1.5" },
    cell: ({ row: { original } }) =>
      original.state === "REFUSED" ? (
        <SentenceCell text={original.why} />
      ) : original.state === "APPLIED" ? (
        <StatusBadge tone="success">Corrected</StatusBadge>
      ) : (
        <StatusBadge tone="warning">Payment not known</StatusBadge>
      ),
  }),
]);
