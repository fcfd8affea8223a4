import type { RouterOutputs } from "@countinghouse/api";
import { formatCents } from "@countinghouse/validators/money";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { PAYMENT_STATES } from "@countinghouse/validators/payments/states";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { ExplainBalance } from "@/components/balance/explain-balance.tsx";
import { Chart } from "@/components/charts/chart.tsx";
import type { Series } from "@/components/charts/chart-types.ts";
import { cn } from "@/lib/cn.ts";
import { paths } from "@/paths.ts";
import { cardClass } from "@/ui/card.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { UpdatedQuery } from "@/ui/updated.tsx";
import { goToSection, type SectionId } from "../sections.ts";

type Position = RouterOutputs["loans"]["position"];
type Point = NonNullable<Position["advance"]>["curve"][number];

const CHART_PX = 168;

const SERIES: readonly Series<Point>[] = [
  {
    key: "scheduled",
    label: "Scheduled",
    value: ({ scheduledCents }) => scheduledCents,
    as: "steps",
    colour: 8,
    dash: "4 3",
  },
  { key: "paid", label: "Paid", value: ({ paidCents }) => paidCents, as: "steps", colour: 1 },
];

const pointDay = ({ day }: Point): string => day;

/** The balance, the due, late and last payments, and the repayment of the advance. It is read together with the customer. */
export function MoneyHead({ userId }: { userId: number }) {
  const query = trpc.loans.position.useQuery({ userId });
  const { data, error } = query;
  return (
    <section
      aria-label="Money"
      aria-busy={(!data && !error) || undefined}
      className={cn(
        cardClass,
        "mt-1 grid min-h-57 max-sm:min-h-[31.25rem] grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-3 p-4 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]",
      )}
    >
      {error && !data ? (
        <ErrorState
          message={errorDetails(error).message}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <>
          <div className="grid content-start gap-3">
            <Facts userId={userId} position={data} />
            <UpdatedQuery what="the money" query={query} />
          </div>
          <Repayment position={data} />
        </>
      )}
    </section>
  );
}

function Facts({ userId, position }: { userId: number; position: Position | undefined }) {
  const { balanceCents, nextDue, overdue, lastPayment, returns } = position ?? {};
  return (
    <dl className="grid grid-cols-2 content-start gap-x-4 gap-y-3 sm:grid-cols-3">
      <Fact label="Balance" to="balance-details">
        {balanceCents !== undefined && (
          <span className="inline-flex items-center gap-1">
            <span className="text-2xl font-semibold tabular-nums">{formatCents(balanceCents)}</span>
            <ExplainBalance userId={userId} />
          </span>
        )}
      </Fact>
      <Fact label="Next due" to="payment-dates">
        {position &&
          (nextDue ? (
            <Two first={formatCents(nextDue?.cents ?? 0)} second={nextDue?.day ?? ""} />
          ) : (
            <Two first="None" second="" />
          ))}
      </Fact>
      <Fact label="Past due" to="payment-dates">
        {position &&
          (overdue ? (
            <span className="text-danger-fg">
              <Two
                first={formatCents(overdue.cents)}
                second={`since ${overdue.since}, ${dayCount(overdue.days)}`}
              />
            </span>
          ) : (
            <Two first="None" second="" />
          ))}
      </Fact>
      <Fact label="Last payment" to="payment-processor">
        {position &&
          (lastPayment ? (
            <>
              <Two first={formatCents(lastPayment.amountCents)} second={newYorkDate(lastPayment.at)} />
              <StatusBadge tone={PAYMENT_STATES[lastPayment.state].tone}>
                {PAYMENT_STATES[lastPayment.state].word}
              </StatusBadge>
            </>
          ) : (
            <Two first="None" second="" />
          ))}
      </Fact>
      <div className="grid content-start gap-0.5">
        <dt className="text-sm text-muted-foreground">Returned</dt>
        <dd>
          {returns !== undefined && (
            <Link
              href={paths.paymentProcessor({ user: userId })}
              className={cn(
                "rounded-sm text-lg tabular-nums font-semibold underline-offset-4 hover:underline",
                returns > 0 && "text-danger-fg",
              )}
            >
              {returns.toLocaleString("en-US")}{" "}
              <span className="text-sm font-normal">{returns === 1 ? "payment" : "payments"}</span>
            </Link>
          )}
        </dd>
      </div>
    </dl>
  );
}

const dayCount = (days: number): string => `${days.toLocaleString("en-US")} ${days === 1 ? "day" : "days"}`;

/** A fact that leads to the section that tells it in full. */
const Fact = ({ label, to, children }: { label: string; to: SectionId; children: ReactNode }) => (
  <div className="grid min-h-14 content-start gap-0.5">
    <dt>
      <button
        type="button"
        onClick={() => goToSection(to)}
        className="rounded-sm text-sm text-muted-foreground underline-offset-4 hover:underline"
      >
        {label}
      </button>
    </dt>
    <dd>{children}</dd>
  </div>
);

const Two = ({ first, second }: { first: string; second: string }) => (
  <>
    <span className="block text-lg font-semibold tabular-nums">{first}</span>
    {second !== "" && <span className="block text-sm tabular-nums">{second}</span>}
  </>
);

function Repayment({ position }: { position: Position | undefined }) {
  if (!position) return null;
  const { advance } = position;
  if (!advance || advance.curve.length === 0)
    return (
      <p className="self-center text-sm text-muted-foreground">
        {advance ? "The advance has no payment dates." : "No advance was paid out yet."}
      </p>
    );
  return (
    <Chart
      label="Repayment"
      axis="Day"
      rows={advance.curve}
      x={pointDay}
      series={SERIES}
      unit="cents"
      height={CHART_PX}
      marks={advance.discountDate === null ? [] : [{ at: advance.discountDate, label: "Discount until" }]}
    />
  );
}
