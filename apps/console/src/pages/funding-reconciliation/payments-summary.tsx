import { formatCents } from "@countinghouse/validators/money";
import { FUNDING_SYSTEM_NAMES, FUNDING_SYSTEMS } from "@countinghouse/validators/reconciliation/rules";
import { cn } from "@/lib/cn.ts";
import { Alert } from "@/ui/alert.tsx";
import { Card } from "@/ui/card.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader } from "@/ui/table.tsx";
import { Opens, type ShowRows } from "./opens.tsx";
import { type AllPaymentsReport, countText, isIssue } from "./reconciled.ts";
import { Figure, Overall } from "./report-summary.tsx";

const RAILS = { CARD: "Cards", ACH: "Bank transfers" } as const;

type Total = AllPaymentsReport["totals"][number]["giggle"];

/** What the report of all payments says in few words: whether all match, and what each system has moved which way. */
export function PaymentsSummary({ report, onShow }: { report: AllPaymentsReport; onShow: ShowRows }) {
  const { totals, transactions, reconciliationStatus, daysWithoutReport } = report;
  const countStatus = (status: string) => transactions.filter((row) => row.status === status).length;
  return (
    <>
      <DaysWithoutReport days={daysWithoutReport} />
      <section
        aria-label="Summary"
        className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-3 2xl:grid-cols-[14rem_minmax(0,1fr)]"
      >
        <div className="grid gap-3 sm:grid-cols-2 2xl:grid-cols-1">
          <Figure
            title="Reconciliation status"
            note={
              <Opens what="Matching" onOpen={() => onShow({ issues: false, status: "Match" })}>
                {`${countText(countStatus("Match"))} of ${countText(transactions.length)} match`}
              </Opens>
            }
          >
            <Overall status={reconciliationStatus} />
          </Figure>
          <Figure
            title="Discrepancies"
            note={
              <Opens what="Unknown" onOpen={() => onShow({ issues: true, status: "Unknown Outcome" })}>
                {`${countText(countStatus("Unknown Outcome"))} with unknown outcome`}
              </Opens>
            }
          >
            <Opens
              what="Discrepancies"
              className="text-xl font-semibold"
              onOpen={() => onShow({ issues: true })}
            >
              {countText(transactions.filter(isIssue).length)}
            </Opens>
          </Figure>
        </div>
        <Card className="overflow-x-auto">
          <Table className="min-w-xl table-fixed" aria-label="By rail and direction">
            <TableHeader>
              <tr>
                <TableHead className="w-48">Payments (USD)</TableHead>
                {FUNDING_SYSTEMS.map((system) => (
                  <TableHead key={system} className="text-right">
                    {FUNDING_SYSTEM_NAMES[system]}
                  </TableHead>
                ))}
              </tr>
            </TableHeader>
            <TableBody>
              {totals.map(({ rail, direction, ...perSystem }) => (
                <tr key={`${rail}${direction}`} className="h-10 last:*:border-b-0">
                  <TableCell className="font-medium">
                    {RAILS[rail]}, money {direction}
                  </TableCell>
                  {FUNDING_SYSTEMS.map((system) => (
                    <TotalCell
                      key={system}
                      what={`${RAILS[rail]}, money ${direction}, ${FUNDING_SYSTEM_NAMES[system]}`}
                      total={perSystem[system]}
                      product={perSystem.giggle}
                      onOpen={(isOdd) =>
                        onShow({ issues: isOdd, rail, direction, ...(isOdd && { odd: system }) })
                      }
                    />
                  ))}
                </tr>
              ))}
            </TableBody>
          </Table>
        </Card>
      </section>
    </>
  );
}

type TotalCellProps = {
  what: string;
  total: Total;
  product: Total;
  /** Opens all rows of it, or where it is not the product's those that differ. */
  onOpen: (isOdd: boolean) => void;
};

/** How much and how many; marked where it is not the product's. */
function TotalCell({ what, total, product, onOpen }: TotalCellProps) {
  if (total === null)
    return (
      <TableCell className="text-right">
        <span className="text-muted-foreground italic">did not answer</span>
      </TableCell>
    );
  const isOdd =
    product !== null && (total.amountCents !== product.amountCents || total.count !== product.count);
  return (
    <TableCell className={cn("text-right", isOdd && "font-semibold text-danger-fg")}>
      <span className="num">
        {isOdd && <span aria-hidden>≠ </span>}
        <Opens what={what} onOpen={() => onOpen(isOdd)}>
          {formatCents(total.amountCents)}
        </Opens>
      </span>{" "}
      <span className={cn("num text-xs", !isOdd && "text-muted-foreground")}>({countText(total.count)})</span>
    </TableCell>
  );
}

/** Of which days there is no report by which a payment by card could be found that nobody here knows. */
function DaysWithoutReport({ days }: { days: readonly string[] }) {
  const [first] = days;
  if (first === undefined) return null;
  const which =
    days.length === 1 ? first : `${countText(days.length)} of the days, the first of them ${first}`;
  return (
    <Alert tone="warning" live="polite" className="mb-4">
      The card processor has no complete report of {which}. Its payments were requested one by one. Payments
      unknown here are not found, and payments that could not be requested are not reported as missing.
    </Alert>
  );
}
