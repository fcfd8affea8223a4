import { formatCents } from "@countinghouse/validators/money";
import type { ReactNode } from "react";
import { ExplainBalance } from "@/components/balance/explain-balance.tsx";
import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { cn } from "@/lib/cn.ts";
import { EmptyCell } from "@/table/cells.tsx";
import type { BalanceSummary } from "./use-summary.ts";

type BalanceSectionProps = { query: SectionQuery<BalanceSummary>; userId: number };

/** What is owed, how it comes about to the cent, and what paying it now would save. */
export const BalanceSection = ({ query, userId }: BalanceSectionProps) => (
  <QuerySection
    id="balance"
    title="Balance"
    query={query}
    skeletonLines={9}
    actions={<ExplainBalance userId={userId} />}
  >
    {(summary) => (
      <div className="grid gap-4">
        <dl>
          <Sum name="Advanced, to be paid back" cents={summary.advancedCents} />
          <Sum name="Total Received" cents={-summary.paidCents} />
          <Sum name="Total Returned" cents={summary.returnedCents} />
          <Sum name="Discounts and adjustments" cents={-summary.adjustedCents} />
          <Sum name="Advances taken back" cents={-summary.takenBackCents} />
          <Sum name="Balance Amount" cents={summary.balanceCents} isTotal />
        </dl>
        <Discount summary={summary} />
      </div>
    )}
  </QuerySection>
);

type SumProps = { name: string; cents: number; isTotal?: boolean };

const Sum = ({ name, cents, isTotal = false }: SumProps) => (
  <Line name={name} isTotal={isTotal}>
    {/* Minus nothing is nothing. */}
    {formatCents(cents === 0 ? 0 : cents)}
  </Line>
);

type LineProps = { name: string; isTotal?: boolean; children: ReactNode };

const Line = ({ name, isTotal = false, children }: LineProps) => (
  <div
    className={cn(
      "flex min-h-7 items-center justify-between gap-3",
      isTotal
        ? "mt-1 border-t border-foreground/40 pt-1 font-semibold"
        : "border-b border-border/60 last:border-b-0",
    )}
  >
    <dt className={isTotal ? undefined : "text-muted-foreground"}>{name}</dt>
    <dd className={cn("num", isTotal && "text-lg")}>{children}</dd>
  </div>
);

const Discount = ({ summary: { discount, discountCents, discountDate } }: { summary: BalanceSummary }) => (
  <dl>
    <Line name="Discount Savings">{discount ? formatCents(discount.savingsCents) : <EmptyCell />}</Line>
    <Line name="Discount Balance">{discount ? formatCents(discount.balanceCents) : <EmptyCell />}</Line>
    {discountCents > 0 && discountDate !== null && (
      <div className="pt-1 text-xs text-muted-foreground">
        <dt className="sr-only">Discount terms</dt>
        <dd>
          {discount
            ? `When all is paid by ${discountDate} (ET).`
            : `${formatCents(discountCents)} could be saved until ${discountDate} (ET).`}
        </dd>
      </div>
    )}
  </dl>
);
