import { BALANCE_PARTS, type BalancePart } from "@countinghouse/validators/loans/balance";
import { formatCents } from "@countinghouse/validators/money";
import type { ReactNode } from "react";
import { ExplainBalance } from "@/components/balance/explain-balance.tsx";
import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { cn } from "@/lib/cn.ts";
import { EmptyCell } from "@/table/cells.tsx";
import type { BalanceSummary } from "./use-summary.ts";

export const PART_NAMES: Readonly<Record<BalancePart, string>> = {
  advanced: "Advanced, to be paid back",
  paid: "Total Received",
  returned: "Total Returned",
  adjusted: "Discounts and adjustments",
  takenBack: "Advances taken back",
};

type BalanceSectionProps = {
  query: SectionQuery<BalanceSummary>;
  userId: number;
  part: BalancePart | null;
  onPart: (part: BalancePart | null) => void;
};

/** What is owed, how it comes about to the cent, and what paying it now would save. */
export const BalanceSection = ({ query, userId, part, onPart }: BalanceSectionProps) => (
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
          {BALANCE_PARTS.map((each) => (
            <Sum
              key={each}
              name={PART_NAMES[each]}
              cents={partCents(summary, each)}
              isOpen={each === part}
              onOpen={() => onPart(each === part ? null : each)}
            />
          ))}
          <Sum name="Balance Amount" cents={summary.balanceCents} isTotal onOpen={() => onPart(null)} />
        </dl>
        <Discount summary={summary} />
      </div>
    )}
  </QuerySection>
);

/** As it counts for the balance. */
function partCents(summary: BalanceSummary, part: BalancePart): number {
  const { advancedCents, paidCents, returnedCents, adjustedCents, takenBackCents } = summary;
  const cents = {
    advanced: advancedCents,
    paid: -paidCents,
    returned: returnedCents,
    adjusted: -adjustedCents,
    takenBack: -takenBackCents,
  };
  return cents[part];
}

type SumProps = {
  name: string;
  cents: number;
  isTotal?: boolean;
  isOpen?: boolean;
  onOpen: () => void;
};

/** A sum that narrows the ledger below to the lines it is made of. */
function Sum({ name, cents, isTotal = false, isOpen = false, onOpen }: SumProps) {
  // Minus nothing is nothing.
  const text = formatCents(cents === 0 ? 0 : cents);
  return (
    <Line name={name} isTotal={isTotal}>
      <button
        type="button"
        aria-label={`${name}: ${text}`}
        aria-pressed={isTotal ? undefined : isOpen}
        onClick={onOpen}
        className="num min-h-6 rounded-sm underline-offset-4 hover:underline aria-pressed:font-semibold aria-pressed:text-link"
      >
        {text}
      </button>
    </Line>
  );
}

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
