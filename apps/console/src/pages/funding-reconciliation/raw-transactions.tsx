import { FUNDING_SYSTEM_NAMES } from "@countinghouse/validators/reconciliation/rules";
import { Link } from "wouter";
import { paths } from "@/paths.ts";
import { CopyCell, EmptyCell, MoneyCell } from "@/table/cells.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader } from "@/ui/table.tsx";
import { paymentText, type ReconciledRow } from "./reconciled.ts";

const DIFFERENCES = {
  amount: "the amount differs",
  date: "the dates are more than a day apart",
  customer: "the customer differs",
} as const satisfies Record<ReconciledRow["differences"][number], string>;

/** The transactions of a funding or payment as each system has it, and what is known of why they differ. */
export function RawTransactions({ row }: { row: ReconciledRow }) {
  const { transactions, differences, reason, renewalId, paymentId } = row;
  const isFunding = paymentText(row) === null;
  const why = differences.map((difference) => DIFFERENCES[difference]).join(", ");
  return (
    <div className="grid gap-2">
      <Table className="table-fixed rounded-md border bg-card" aria-label="Transactions">
        <TableHeader>
          <tr>
            <TableHead className="w-32">System</TableHead>
            <TableHead>Unique Ref</TableHead>
            <TableHead className="w-24">User</TableHead>
            <TableHead className="w-28">Payment Type</TableHead>
            <TableHead className="w-32">{isFunding ? "Funded Date (ET)" : "Date (ET)"}</TableHead>
            <TableHead className="w-40 text-right">
              {isFunding ? "Disbursement (USD)" : "Amount (USD)"}
            </TableHead>
          </tr>
        </TableHeader>
        <TableBody>
          {transactions.map((each, index) => (
            <tr key={`${each.sourceSystem}${index}`} className="h-8 last:*:border-b-0">
              <TableCell>{FUNDING_SYSTEM_NAMES[each.sourceSystem]}</TableCell>
              <TableCell>
                <CopyCell value={each.uniqueRef} label="Copy unique ref" />
              </TableCell>
              <TableCell className="id-text">{each.userId ?? <EmptyCell />}</TableCell>
              <TableCell>{each.paymentType ?? <EmptyCell />}</TableCell>
              <TableCell className="num">{each.fundedDate ?? <EmptyCell />}</TableCell>
              <TableCell className="text-right">
                <MoneyCell cents={each.disbursementAmountCents} />
              </TableCell>
            </tr>
          ))}
        </TableBody>
      </Table>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground">
        {why !== "" && <span className="font-medium text-foreground">What differs: {why}.</span>}
        {reason !== null && <span className="font-medium text-foreground">{reason}</span>}
        {paymentId !== null && (
          <Link href={paths.paymentProcessor({ payment: paymentId })} className="text-link hover:underline">
            Open the payment
          </Link>
        )}
        {renewalId !== null && (
          <Link href={paths.userDetail({ id: renewalId })} className="text-link hover:underline">
            Renewal user {renewalId}
          </Link>
        )}
      </p>
    </div>
  );
}
