import { BALANCE_PARTS, type BalancePart } from "@countinghouse/validators/loans/balance";
import { formatCents } from "@countinghouse/validators/money";
import { type DiscountLine, discountLines } from "@countinghouse/validators/payments/payoff";
import { Link } from "wouter";
import { paths } from "@/paths.ts";
import { MoneyCell } from "@/table/cells.tsx";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/ui/sheet.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/ui/table.tsx";
import { DISCOUNT_NAMES, PART_NAMES, partCents } from "./balance-parts.ts";
import type { BalanceSummary, DiscountFigure } from "./use-summary.ts";

type DiscountSheetProps = {
  summary: BalanceSummary;
  figure: DiscountFigure;
  onPart: (part: BalancePart) => void;
  onClose: () => void;
};

/** A line of the sheet, and what it opens. */
type Shown = { name: string; cents: number; part?: BalancePart };

/** The lines that a figure of the discount comes to: parts of the balance open theirs of the ledger, the discount its application. */
export function DiscountSheet({ summary, figure, onPart, onClose }: DiscountSheetProps) {
  const { discountOf, discountDate, balanceCents } = summary;
  const title = DISCOUNT_NAMES[figure];
  const lines = discountLines(summary, balanceCents)[figure].flatMap((line) => shownLines(line, summary));
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent>
        <SheetHeader title={title} description={`When all is paid by ${discountDate} (ET).`} />
        <SheetBody>
          <Table aria-label={title}>
            <TableHeader>
              <TableRow>
                <TableHead>What</TableHead>
                <TableHead className="text-right">Amount (USD)</TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {lines.map(({ name, cents, part }) => (
                <TableRow key={name}>
                  <TableCell>
                    {part ? (
                      <button
                        type="button"
                        onClick={() => onPart(part)}
                        className="min-h-6 rounded-sm text-link underline-offset-4 hover:underline"
                      >
                        {name}
                      </button>
                    ) : (
                      name
                    )}
                  </TableCell>
                  <TableCell className="num">
                    <MoneyCell cents={cents} />
                  </TableCell>
                </TableRow>
              ))}
              <TableRow className="font-semibold">
                <TableCell>{title}</TableCell>
                <TableCell className="num">
                  {formatCents(lines.reduce((sum, { cents }) => sum + cents, 0))}
                </TableCell>
              </TableRow>
            </TableBody>
          </Table>
          {discountOf !== null && (
            <p className="pt-3">
              The discount was agreed with{" "}
              <Link
                href={paths.applicationDetail({ id: discountOf })}
                className="text-link underline underline-offset-4"
              >
                application #{discountOf}
              </Link>
              .
            </p>
          )}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

const LINE_NAMES: Readonly<Record<Exclude<DiscountLine["what"], "owed">, string>> = {
  agreed: "Discount Amount of the application",
  letOff: "Already waived",
  notOwed: "More than is owed",
  saved: "Discount Savings",
};

/** What is owed is told by the parts it is made of. */
const shownLines = ({ what, cents }: DiscountLine, summary: BalanceSummary): Shown[] =>
  what === "owed"
    ? BALANCE_PARTS.map((part) => ({ name: PART_NAMES[part], cents: partCents(summary, part), part }))
    : [{ name: LINE_NAMES[what], cents }];
