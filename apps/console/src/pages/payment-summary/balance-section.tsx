import { BALANCE_PARTS, type BalancePart } from "@countinghouse/validators/loans/balance";
import { formatCents } from "@countinghouse/validators/money";
import { leftOfDiscount } from "@countinghouse/validators/payments/payoff";
import type { ReactNode } from "react";
import { ExplainBalance } from "@/components/balance/explain-balance.tsx";
import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { cn } from "@/lib/cn.ts";
import { EmptyCell } from "@/table/cells.tsx";
import { DISCOUNT_NAMES, PART_NAMES, partCents } from "./balance-parts.ts";
import { DiscountSheet } from "./discount-sheet.tsx";
import { type BalanceSummary, DISCOUNT_FIGURES, type DiscountFigure } from "./use-summary.ts";

type BalanceSectionProps = {
  query: SectionQuery<BalanceSummary>;
  userId: number;
  part: BalancePart | null;
  onPart: (part: BalancePart | null) => void;
  /** The figure of the discount whose lines are shown. */
  figure: DiscountFigure | null;
  onFigure: (figure: DiscountFigure | null) => void;
};

/** What is owed, how it comes about to the cent, and what paying it now would save. */
export const BalanceSection = ({ query, userId, part, onPart, figure, onFigure }: BalanceSectionProps) => (
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
        <Discount summary={summary} onFigure={onFigure} />
        {figure !== null && summary.discount && (
          <DiscountSheet summary={summary} figure={figure} onPart={onPart} onClose={() => onFigure(null)} />
        )}
      </div>
    )}
  </QuerySection>
);

type SumProps = {
  name: string;
  cents: number;
  isTotal?: boolean;
  isOpen?: boolean;
  onOpen: () => void;
};

/** A sum that opens the lines it is made of. */
function Sum({ name, cents, isTotal = false, isOpen, onOpen }: SumProps) {
  const text = formatCents(cents);
  return (
    <Line name={name} isTotal={isTotal}>
      <button
        type="button"
        aria-label={`${name}: ${text}`}
        aria-pressed={isOpen}
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

type DiscountProps = { summary: BalanceSummary; onFigure: (figure: DiscountFigure) => void };

const Discount = ({ summary, onFigure }: DiscountProps) => {
  const { discount, discountDate } = summary;
  const leftCents = leftOfDiscount(summary);
  return (
    <dl>
      {DISCOUNT_FIGURES.map((figure) =>
        discount ? (
          <Sum
            key={figure}
            name={DISCOUNT_NAMES[figure]}
            cents={discount[`${figure}Cents`]}
            onOpen={() => onFigure(figure)}
          />
        ) : (
          <Line key={figure} name={DISCOUNT_NAMES[figure]}>
            <EmptyCell />
          </Line>
        ),
      )}
      {leftCents > 0 && discountDate !== null && (
        <div className="pt-1 text-xs text-muted-foreground">
          <dt className="sr-only">Discount terms</dt>
          <dd>
            {discount
              ? `When all is paid by ${discountDate} (ET).`
              : `${formatCents(leftCents)} could be saved until ${discountDate} (ET).`}
          </dd>
        </div>
      )}
    </dl>
  );
};
