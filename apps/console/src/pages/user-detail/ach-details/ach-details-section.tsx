import { BANK_LINKS_MESSAGES } from "@countinghouse/validators/bank-links/texts";
import { QuerySection } from "@/layout/query-section.tsx";
import { CopyCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { BankFailures } from "../bank-links/bank-failures.tsx";
import { type BankLink, useBankLinks, useReAuth, useWhyNotAskBank } from "../bank-links/use-bank-links.ts";
import { SECTIONS } from "../sections.ts";

type AchDetailsSectionProps = { userId: number; hasTurn: boolean };

/** What bank transfers to and from the customer need, and the way to ask for it again. */
export function AchDetailsSection({ userId, hasTurn }: AchDetailsSectionProps) {
  const query = useBankLinks(userId, hasTurn);
  const { failures, isPending, reAuth } = useReAuth(userId);
  const button = (
    <Button size="small" pending={isPending} disabledReason={useWhyNotAskBank(query.data)} onClick={reAuth}>
      Re-auth
    </Button>
  );
  return (
    <QuerySection
      id="ach-details"
      title={SECTIONS["ach-details"].title}
      query={query}
      failure={BANK_LINKS_MESSAGES.institutionsFailed}
      actions={button}
      empty={{ title: BANK_LINKS_MESSAGES.notAuthorized, when: (links) => links.length === 0 }}
    >
      {(links) => (
        <>
          <BankFailures failures={failures} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {links.map((link) => (
              <LinkNumbers key={link.id} link={link} />
            ))}
          </div>
        </>
      )}
    </QuerySection>
  );
}

const LinkNumbers = ({ link: { institutionName, authIsDone, accounts } }: { link: BankLink }) => (
  <section aria-label={institutionName}>
    <h3 className="mb-1 text-xs font-medium text-muted-foreground">{institutionName}</h3>
    {authIsDone ? (
      <DataTable
        label={`ACH numbers at ${institutionName}`}
        list="ach-numbers"
        columns={numberColumns}
        rows={accounts}
        rowKey={({ id }) => String(id)}
        empty={<EmptyState title="This bank provided no account for transfers." />}
      />
    ) : (
      <p>{BANK_LINKS_MESSAGES.notAuthorized}</p>
    )}
  </section>
);

const column = columnHelper<BankLink["accounts"][number]>();

const numberColumns = column.columns([
  column.accessor("mask", {
    header: "Account",
    meta: { className: "w-44" },
    cell: ({ getValue, row }) => (
      <span>
        <span className="num">•••• {getValue()}</span>
        {row.original.isTokenized && <span className="text-muted-foreground"> tokenized</span>}
      </span>
    ),
  }),
  column.accessor("providerAccountId", {
    header: "Account Id",
    meta: { className: "w-72" },
    cell: ({ getValue }) => <CopyCell value={getValue()} label="account id" />,
  }),
  column.accessor("routing", {
    header: "Routing",
    meta: { className: "w-40" },
    cell: ({ getValue }) => <CopyCell value={getValue()} label="routing number" />,
  }),
  column.accessor("wireRouting", {
    header: "Wire Routing",
    meta: { className: "w-40" },
    cell: ({ getValue }) => <CopyCell value={getValue()} label="wire routing number" />,
  }),
]);
