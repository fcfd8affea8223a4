import type { RouterOutputs } from "@countinghouse/api";
import { BALANCE_REASONS, EXPLAIN_BALANCE_TEXTS as TEXTS } from "@countinghouse/validators/loans/balance";
import { formatCents } from "@countinghouse/validators/money";
import { isCalendarDate, newYorkDate } from "@countinghouse/validators/new-york";
import { keepPreviousData } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { detailsText, errorDetails } from "@/api/errors.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { DayInput } from "@/form/day-input.tsx";
import { cn } from "@/lib/cn.ts";
import { paths } from "@/paths.ts";
import { MoneyCell } from "@/table/cells.tsx";
import { Label } from "@/ui/input.tsx";
import { Skeleton } from "@/ui/progress.tsx";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/ui/sheet.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { UpdatedQuery } from "@/ui/updated.tsx";

type Explained = RouterOutputs["loans"]["explainBalance"];

type ExplainBalanceSheetProps = { userId: number; description: string; onClose: () => void };

export default function ExplainBalanceSheet({ userId, description, onClose }: ExplainBalanceSheetProps) {
  const [today] = useState(() => newYorkDate(new Date()));
  const [day, setDay] = useState(today);
  const [asOf, setAsOf] = useState<string | null>(null);
  const dayId = useId();
  const query = trpc.loans.explainBalance.useQuery({ userId, asOf }, { placeholderData: keepPreviousData });
  const failure = query.error ? errorDetails(query.error) : null;
  return (
    <Sheet defaultOpen onOpenChangeComplete={(isOpen) => !isOpen && onClose()}>
      <SheetContent>
        <SheetHeader title={TEXTS.open} description={description} />
        <SheetBody className="grid content-start gap-4">
          <UpdatedQuery what="the explanation" query={query} />
          <div className="grid gap-1">
            <Label htmlFor={dayId}>{TEXTS.asOf}</Label>
            <DayInput
              id={dayId}
              label={TEXTS.asOf}
              value={day}
              max={today}
              className="w-44"
              aria-describedby={`${dayId}-hint`}
              onChange={(next) => {
                setDay(next);
                if (isCalendarDate(next)) setAsOf(next === today ? null : next);
              }}
            />
            <p id={`${dayId}-hint`} className="text-xs text-muted-foreground">
              {TEXTS.asOfHint}
            </p>
          </div>
          {failure ? (
            <ErrorState
              message={failure.message}
              details={detailsText(failure)}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          ) : query.data ? (
            <Explanation explained={query.data} isOld={query.isPlaceholderData} />
          ) : (
            <Skeleton className="h-40 w-full" />
          )}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

const TERM_WORDS = [
  ["Approved", "approvedCents"],
  ["Payback", "paybackCents"],
  ["Payment", "paymentCents"],
  ["Early-payment discount", "discountCents"],
  ["Disbursement", "disbursementCents"],
  ["Disbursement fee", "disbursementFeeCents"],
] as const;

/** Payment dates and terms as they stood. */
function Standing({ explained: { schedule, terms } }: { explained: Explained }) {
  return (
    <>
      <section aria-label={TEXTS.schedule} className="grid gap-1">
        <h3 className="text-sm font-medium">{TEXTS.schedule}</h3>
        {schedule.length === 0 ? (
          <p className="text-sm text-muted-foreground">{TEXTS.noSchedule}</p>
        ) : (
          <table aria-label={TEXTS.schedule} className="w-full text-sm">
            <tbody>
              {schedule.map(({ id, paymentDate, amountCents, paidCents }) => (
                <tr key={id} className="border-b border-border/60 last:border-b-0">
                  <td className="num py-1">{paymentDate}</td>
                  <td className="py-1 text-right">
                    <MoneyCell cents={amountCents} />
                  </td>
                  <td className="py-1 text-right text-muted-foreground">
                    {paidCents === 0 ? "unpaid" : `${formatCents(paidCents)} paid`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <section aria-label={TEXTS.terms} className="grid gap-1">
        <h3 className="text-sm font-medium">{TEXTS.terms}</h3>
        {terms === null ? (
          <p className="text-sm text-muted-foreground">{TEXTS.noTerms}</p>
        ) : (
          <Facts
            facts={[
              ["Application", `${terms.applicationId} (${terms.stage})`],
              ...TERM_WORDS.flatMap(([word, name]): [string, string][] => {
                const cents = terms[name];
                return cents === null ? [] : [[word, formatCents(cents)]];
              }),
              ["Origination fee", `${(Number(terms.ofeeRate) * 100).toFixed(2)} %`],
              [
                "First to last payment",
                `${terms.firstPaymentDate ?? "–"} to ${terms.lastPaymentDate ?? "–"}`,
              ],
            ]}
          />
        )}
      </section>
    </>
  );
}

function Explanation({ explained, isOld }: { explained: Explained; isOld: boolean }) {
  const { asOf, balanceCents, entries, earlier } = explained;
  return (
    <div className={cn("grid gap-3", isOld && "opacity-60")} aria-busy={isOld}>
      <output className="text-sm">
        {asOf === null ? "Owed now" : `Owed at the end of ${asOf}`}:{" "}
        <strong className="num">{formatCents(balanceCents)}</strong>
      </output>
      {entries.length === 0 ? (
        <EmptyState title={TEXTS.empty} />
      ) : (
        <table aria-label={TEXTS.open} className="w-full text-sm">
          <thead>
            <tr className="border-b border-border text-left text-xs text-muted-foreground">
              <th className="py-1 pr-3 font-medium">Date (ET)</th>
              <th className="py-1 pr-3 font-medium">Why</th>
              <th className="py-1 pr-3 text-right font-medium">Change</th>
              <th className="py-1 text-right font-medium">Owed</th>
            </tr>
          </thead>
          <tbody>
            {earlier.count > 0 && (
              <tr className="border-b border-border/60">
                <td colSpan={2} className="py-1.5 pr-3 text-muted-foreground">
                  {earlier.count.toLocaleString("en-US")} earlier entries
                </td>
                <td className="num py-1.5 pr-3 text-right">{formatCents(earlier.cents)}</td>
                <td className="num py-1.5 text-right">{formatCents(earlier.cents)}</td>
              </tr>
            )}
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
      <Standing explained={explained} />
    </div>
  );
}

const Entry = ({ entry }: { entry: Explained["entries"][number] }) => (
  <tr className="border-b border-border/60 align-top last:border-b-0">
    <td className="num py-1.5 pr-3 whitespace-nowrap">{entry.date}</td>
    <td className="py-1.5 pr-3">
      {entry.paymentId === null ? (
        entry.what
      ) : (
        <Link
          href={paths.paymentProcessor({ payment: entry.paymentId })}
          className="rounded-sm text-link underline-offset-4 hover:underline"
        >
          {entry.what}
        </Link>
      )}
      <span className="block text-xs text-muted-foreground">
        {BALANCE_REASONS[entry.part]}
        {entry.notes && ` · ${entry.notes}`}
      </span>
    </td>
    <td className="py-1.5 pr-3 text-right whitespace-nowrap">
      {entry.amountCents > 0 && "+"}
      <MoneyCell cents={entry.amountCents} moneyIn="negative" />
    </td>
    <td className="py-1.5 text-right whitespace-nowrap">
      <MoneyCell cents={entry.balanceCents} />
    </td>
  </tr>
);
