import {
  SIMILAR_RECORD_KINDS,
  type SimilarRecordKind,
} from "@countinghouse/validators/similar-records/rules";
import { trpc } from "@/api/client.ts";
import { BalanceCell } from "@/components/balance/balance-cell.tsx";
import { NewTabLink } from "@/components/new-tab-link.tsx";
import { userName } from "@/components/users/user-name.ts";
import { cn } from "@/lib/cn.ts";
import { paths } from "@/paths.ts";
import { ScrolledTable } from "@/table/scrolled-table.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/ui/table.tsx";
import { joinRelations, type Relation } from "./relations.ts";

const HEADS: Readonly<Record<SimilarRecordKind, string>> = {
  accounts: "Account",
  debitCards: "Card",
  addresses: "Address",
  phones: "Phone",
  ssns: "SSN",
  companyNames: "Company",
  einTaxes: "EIN",
};

/** So many people fit without a scroll of their own. */
const HEIGHT = "max-h-96";

type RelationsTableProps = {
  userId: number;
  hasTurn: boolean;
  /** Opens the list of a kind. */
  onOpen: (kind: SimilarRecordKind) => void;
};

/** Who shares what with the customer, of what has loaded. Each mark leads to the list it is from. */
export function RelationsTable({ userId, hasTurn, onOpen }: RelationsTableProps) {
  const lists = trpc.useQueries((t) =>
    SIMILAR_RECORD_KINDS.map((kind) => t.similarRecords.list({ userId, kind }, { enabled: hasTurn })),
  );
  const relations = joinRelations(
    SIMILAR_RECORD_KINDS.map((kind, index) => ({ kind, users: lists[index]?.data?.users ?? [] })),
  );
  const isWaiting = lists.some(({ data, isError }) => data === undefined && !isError);
  return (
    <div>
      <header className="flex min-h-11 flex-wrap items-center gap-2 px-4 py-2">
        <h2 className="text-lg font-semibold tracking-[-0.01em]">Relations</h2>
        <p className="text-sm text-muted-foreground">{summary(relations, isWaiting)}</p>
      </header>
      {relations.length > 0 && (
        <ScrolledTable label="Relations" className={HEIGHT}>
          <TableHeader>
            <TableRow>
              <TableHead>Customer</TableHead>
              {SIMILAR_RECORD_KINDS.map((kind) => (
                <TableHead key={kind}>
                  <button
                    type="button"
                    onClick={() => onOpen(kind)}
                    className="rounded-sm underline-offset-4 hover:underline"
                  >
                    {HEADS[kind]}
                  </button>
                </TableHead>
              ))}
              <TableHead className="text-right">Balance (USD)</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {relations.map((relation) => (
              <RelationRow key={relation.user.id} relation={relation} onOpen={onOpen} />
            ))}
          </TableBody>
        </ScrolledTable>
      )}
    </div>
  );
}

function summary(relations: readonly Relation[], isWaiting: boolean): string {
  if (relations.length === 0) return isWaiting ? "" : "No other customer shares data with this one.";
  const banned = relations.filter(({ user }) => user.doNotFund).length;
  const people = `${relations.length.toLocaleString("en-US")} ${relations.length === 1 ? "customer shares" : "customers share"} data`;
  return banned === 0 ? people : `${people}, ${banned.toLocaleString("en-US")} flagged Do Not Fund`;
}

type RelationRowProps = { relation: Relation; onOpen: (kind: SimilarRecordKind) => void };

const RelationRow = ({ relation: { user, shared }, onOpen }: RelationRowProps) => (
  <TableRow className={cn(user.doNotFund && "bg-danger-soft")}>
    <th scope="row" className="border-b px-(--row-px) text-left font-normal whitespace-nowrap">
      <span className="flex items-center gap-2">
        <NewTabLink href={paths.userDetail({ id: user.id })}>
          {userName(user)} #{user.id}
        </NewTabLink>
        {user.doNotFund && <StatusBadge tone="danger">Do Not Fund</StatusBadge>}
        {user.renewal && <StatusBadge tone="info">Renewal</StatusBadge>}
      </span>
    </th>
    {SIMILAR_RECORD_KINDS.map((kind) => (
      <TableCell key={kind}>
        {shared.has(kind) && (
          <button
            type="button"
            title={shared.get(kind)?.join(", ") || undefined}
            onClick={() => onOpen(kind)}
            className="rounded-sm text-link underline-offset-4 hover:underline"
          >
            <span aria-hidden>●</span>
            <span className="sr-only">
              same {HEADS[kind].toLowerCase()} {shared.get(kind)?.join(", ")}
            </span>
          </button>
        )}
      </TableCell>
    ))}
    <TableCell className="num">
      <BalanceCell userId={user.id} cents={user.balanceCents} />
    </TableCell>
  </TableRow>
);
