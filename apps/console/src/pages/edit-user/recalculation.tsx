import { EDIT_USER_LABELS as LABEL } from "@countinghouse/validators/edit-user/rules";
import type { LoanTerms } from "@countinghouse/validators/edit-user/schemas";
import { disbursement } from "@countinghouse/validators/loans/disbursement";
import { useId } from "react";
import { cn } from "@/lib/cn.ts";
import { Card } from "@/ui/card.tsx";
import type { Consequences } from "./edit-values.ts";
import type { EditForm } from "./use-edit-form.ts";
import { centsText } from "./value-text.ts";

type RecalculationProps = {
  base: EditForm;
  consequences: Consequences;
  needsReason: boolean;
  /** That the stored reason serves this edit too; null where it does not. */
  storedReason: string | null;
};

/** What the typed terms come to, line by line, beside what was before. */
export function Recalculation({ base, consequences, needsReason, storedReason }: RecalculationProps) {
  const titleId = useId();
  const { application } = base;
  const { terms } = consequences;
  if (application === null || terms === null) return null;
  const { after, disbursementFeeCents, disbursementAmountCents, payments, whyNotRedraw } = terms;
  const before = application.terms;
  return (
    <Card className="lg:sticky lg:top-[calc(var(--topbar-h)+1rem)]">
      <section aria-labelledby={titleId} className="grid gap-3 px-4 py-3 text-sm">
        <h2 id={titleId} className="text-lg font-semibold tracking-[-0.01em]">
          Recalculation
        </h2>
        <dl className="grid gap-2">
          <Line
            label={LABEL.approvedAmount}
            before={before.approvedAmountCents}
            after={after.approvedAmountCents}
          />
          <Line
            label={LABEL.ofeeRate}
            formula={`${centsText(after.approvedAmountCents)} × ${after.ofeeRate}`}
            before={ofeeCents(before, application.isRenewed)}
            after={ofeeCents(after, application.isRenewed)}
            sign="−"
          />
          <Line
            label={LABEL.disbursementFee}
            formula={methodText(after, application.isRenewed)}
            before={application.disbursementFeeCents}
            after={disbursementFeeCents}
            sign="−"
          />
          <Line
            label={LABEL.disbursementAmount}
            before={application.disbursementAmountCents}
            after={disbursementAmountCents}
            isTotal
          />
        </dl>
        <output className="grid gap-1 text-muted-foreground empty:hidden">
          {payments.length > 0 && whyNotRedraw === null && <span>{paymentsText(payments.length)}</span>}
          {whyNotRedraw !== null && <span className="text-danger-fg">{whyNotRedraw}</span>}
          {storedReason && <span className="text-warning-fg">{storedReason}</span>}
          {needsReason && (
            <span className="text-warning-fg">A Manual Adjustment Reason will be asked for.</span>
          )}
        </output>
      </section>
    </Card>
  );
}

type LineProps = {
  label: string;
  formula?: string;
  before: number | null;
  after: number | null;
  sign?: string;
  isTotal?: boolean;
};

function Line({ label, formula, before, after, sign = "", isTotal = false }: LineProps) {
  const isChanged = before !== after;
  return (
    <div
      className={cn("flex items-baseline justify-between gap-3", isTotal && "border-t pt-2 font-semibold")}
    >
      <dt className="min-w-0">
        {label}
        {formula && <span className="block text-xs text-muted-foreground">{formula}</span>}
      </dt>
      <dd className="num text-right whitespace-nowrap">
        {isChanged && (
          <>
            <span className="sr-only">before </span>
            <s className="mr-1.5 text-xs font-normal text-muted-foreground">{centsText(before)}</s>
            <span className="sr-only">, now </span>
          </>
        )}
        {after !== null && after !== 0 && sign}
        {centsText(after)}
      </dd>
    </div>
  );
}

function ofeeCents(
  { approvedAmountCents, ofeeRate, fundsDispersedOption: method }: LoanTerms,
  isRenewed: boolean,
) {
  if (approvedAmountCents === null) return null;
  return disbursement({ approvedAmountCents, ofeeRate, method, isRenewed }).ofeeCents;
}

const methodText = ({ fundsDispersedOption }: LoanTerms, isRenewed: boolean): string =>
  fundsDispersedOption === "nextDayBankACH"
    ? fundsDispersedOption
    : `${fundsDispersedOption}, ${isRenewed ? "renewed" : "not renewed"}`;

const paymentsText = (count: number): string =>
  count === 1 ? "One unpaid payment changes." : `${count} unpaid payments change.`;
