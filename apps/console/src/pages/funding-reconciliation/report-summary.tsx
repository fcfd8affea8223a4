import { formatCents } from "@countinghouse/validators/money";
import {
  FUNDING_SYSTEM_NAMES,
  FUNDING_SYSTEMS,
  type FundingSystem,
} from "@countinghouse/validators/reconciliation/rules";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn.ts";
import { EmptyCell } from "@/table/cells.tsx";
import { Card } from "@/ui/card.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader } from "@/ui/table.tsx";
import { Opens, type ShowRows } from "./opens.tsx";
import { countText, deltaText, type ReconciliationReport } from "./reconciled.ts";

type PerSystem = ReconciliationReport["reportSummary"]["fundedAmountSummary"];

/** What the report says in few words: whether all match, and what each system has, drawn and as numbers. */
export function ReportSummary({ report, onShow }: { report: ReconciliationReport; onShow: ShowRows }) {
  const { reportSummary, transactions } = report;
  const { duplicateTransactionCounts: duplicates, missingTransactionCounts: missing } =
    reportSummary.transactionDiscrepancySummary;
  const matching = transactions.filter(({ status }) => status === "Match").length;
  return (
    <section
      aria-label="Summary"
      className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-3 2xl:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <div className="grid gap-3 sm:grid-cols-2 2xl:grid-cols-1">
        <Figure
          title="Reconciliation status"
          note={
            <Opens what="Matching" onOpen={() => onShow({ issues: false, status: "Match" })}>
              {`${countText(matching)} of ${countText(transactions.length)} match`}
            </Opens>
          }
        >
          <Overall status={reportSummary.reconciliationStatus} />
        </Figure>
        <Figure
          title="Discrepancies"
          note={
            <>
              <Opens what="Duplicates" onOpen={() => onShow({ issues: true, status: "Double Funded" })}>
                {`${countText(sum(duplicates))} duplicate`}
              </Opens>
              {", "}
              <Opens what="Missing in a system" onOpen={() => onShow({ issues: true, status: "Not Found" })}>
                {`${countText(sum(missing))} missing`}
              </Opens>
            </>
          }
        >
          <Opens
            what="Discrepancies"
            className="text-xl font-semibold"
            onOpen={() => onShow({ issues: true })}
          >
            {countText(transactions.filter(({ status }) => status !== "Match" && status !== null).length)}
          </Opens>
        </Figure>
      </div>
      <Card className="overflow-x-auto">
        <Table className="min-w-xl table-fixed" aria-label="By system">
          <TableHeader>
            <tr>
              <TableHead className="w-28">System</TableHead>
              <TableHead className="w-44 2xl:w-2/7">Funded transactions</TableHead>
              <TableHead>Funded amount (USD)</TableHead>
              <TableHead className="w-22 text-right">Duplicates</TableHead>
              <TableHead className="w-20 text-right">Missing</TableHead>
            </tr>
          </TableHeader>
          <TableBody>
            {FUNDING_SYSTEMS.map((system) => (
              <tr key={system} className="h-10 last:*:border-b-0">
                <TableCell className="font-medium">{FUNDING_SYSTEM_NAMES[system]}</TableCell>
                <Bar
                  of={reportSummary.fundedTransactionSummary}
                  system={system}
                  toText={countText}
                  onShow={onShow}
                />
                <Bar
                  of={reportSummary.fundedAmountSummary}
                  system={system}
                  toText={formatCents}
                  isMoney
                  onShow={onShow}
                />
                <Count
                  of={duplicates[system]}
                  what={`Duplicates, ${FUNDING_SYSTEM_NAMES[system]}`}
                  onOpen={() => onShow({ issues: true, odd: system, status: "Double Funded" })}
                />
                <Count
                  of={missing[system]}
                  what={`Missing, ${FUNDING_SYSTEM_NAMES[system]}`}
                  onOpen={() => onShow({ issues: true, odd: system, status: "Not Found" })}
                />
              </tr>
            ))}
          </TableBody>
        </Table>
      </Card>
    </section>
  );
}

const sum = (counts: PerSystem): number =>
  FUNDING_SYSTEMS.reduce((all, system) => all + (counts[system] ?? 0), 0);

export const Figure = ({
  title,
  note,
  children,
}: {
  title: string;
  note: ReactNode;
  children: ReactNode;
}) => (
  <Card className="grid content-center gap-1 px-4 py-2.5">
    <h2 className="text-xs font-medium text-muted-foreground">{title}</h2>
    <div className="flex flex-wrap items-center justify-between gap-2">
      {children}
      <span className="text-xs text-muted-foreground">{note}</span>
    </div>
  </Card>
);

export function Overall({ status }: { status: "Match" | "Not Match" | null }) {
  if (status === null) return <StatusBadge tone="warning">Not complete</StatusBadge>;
  return <StatusBadge tone={status === "Match" ? "success" : "danger"}>{status}</StatusBadge>;
}

type BarProps = {
  of: PerSystem;
  system: FundingSystem;
  toText: (value: number) => string;
  isMoney?: true;
  onShow: ShowRows;
};

const PERCENT = 100;

/**
 * The number, and how far it is from the product's: a bar from the middle, to the left for less and to the right for more, as long as
 * its part of the largest difference, so that one of a few tenths of a percent is seen as well. What is the same has none.
 */
function Bar({ of, system, toText, isMoney, onShow }: BarProps) {
  const value = of[system];
  if (value === null)
    return (
      <TableCell>
        <span className="text-muted-foreground italic">did not answer</span>
      </TableCell>
    );
  const product = of.giggle;
  const toDelta = (each: FundingSystem) => (product === null ? 0 : (of[each] ?? product) - product);
  const delta = toDelta(system);
  const largest = Math.max(1, ...FUNDING_SYSTEMS.map((each) => Math.abs(toDelta(each))));
  const what = `${isMoney ? "Funded amount" : "Funded transactions"}, ${FUNDING_SYSTEM_NAMES[system]}`;
  const half = (PERCENT / 2) * (Math.abs(delta) / largest);
  return (
    <TableCell>
      <span className="flex items-center gap-2">
        <Opens
          what={what}
          className={cn("shrink-0 text-right", isMoney ? "w-24" : "w-9")}
          onOpen={() => onShow({ issues: false })}
        >
          {toText(value)}
        </Opens>
        <span aria-hidden className="relative h-3 min-w-px flex-1 rounded-full bg-muted">
          <span className="absolute inset-y-0 left-1/2 w-px bg-border-strong" />
          {delta !== 0 && (
            <span
              className="absolute inset-y-0 bg-danger"
              style={{ width: `${half}%`, left: `${delta < 0 ? PERCENT / 2 - half : PERCENT / 2}%` }}
            />
          )}
        </span>
        <span
          className={cn("num shrink-0 text-xs", isMoney ? "w-32" : "w-20", delta !== 0 && "text-danger-fg")}
        >
          {delta !== 0 && (
            <Opens what={`Difference, ${what}`} onOpen={() => onShow({ issues: true, odd: system })}>
              {`${deltaText(delta, toText)}${shareText(delta, product)}`}
            </Opens>
          )}
        </span>
      </span>
    </TableCell>
  );
}

/** A difference as part of what the product has: " (0.30 %)". */
const shareText = (delta: number, product: number | null): string =>
  product === null || product === 0
    ? ""
    : ` (${((PERCENT * Math.abs(delta)) / Math.abs(product)).toFixed(2)} %)`;

type CountProps = { of: number | null; what: string; onOpen: () => void };

const Count = ({ of, what, onOpen }: CountProps) => (
  <TableCell className={cn("text-right", of !== null && of > 0 && "font-semibold text-danger-fg")}>
    {of === null ? (
      <EmptyCell />
    ) : (
      <Opens what={what} onOpen={onOpen}>
        {countText(of)}
      </Opens>
    )}
  </TableCell>
);
