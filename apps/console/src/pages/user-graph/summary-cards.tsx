import type { ReactNode } from "react";
import { cn } from "@/lib/cn.ts";
import { useDelayed } from "@/lib/timers.ts";
import { EmptyCell } from "@/table/cells.tsx";
import { Card } from "@/ui/card.tsx";
import { Skeleton } from "@/ui/progress.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { countText, percentText } from "./figures.ts";
import { Amount, NumberButton } from "./number-button.tsx";
import { lenderId, type MatchId } from "./number-ids.ts";
import type { Statistics } from "./use-statistics.ts";

/** The facts of a report before its numbers; their places are there before they are known. */
export function SummaryCards({ statistics }: { statistics: Statistics | undefined }) {
  const isSlow = useDelayed(statistics === undefined);
  return (
    <dl
      aria-busy={statistics === undefined || undefined}
      className="grid grid-cols-2 gap-3 md:grid-cols-4 min-[1800px]:grid-cols-8"
    >
      {CARDS.map(({ title, wide, value }) => (
        <SummaryCard key={title} title={title} className={cn("min-h-21", wide && "col-span-2")}>
          {statistics ? value(statistics) : isSlow && <Skeleton className="h-6 w-3/4" />}
        </SummaryCard>
      ))}
    </dl>
  );
}

type CardOf = { title: string; wide?: true; value: (statistics: Statistics) => ReactNode };

/** In the order of specification 2, section 2. */
const CARDS: readonly CardOf[] = [
  { title: "Last Transaction Date", value: (statistics) => <Day day={statistics.lastTransactionDate} /> },
  {
    title: "Last Revenue Deposit Date",
    value: (statistics) => <Day day={statistics.lastRevenueDepositDate} />,
  },
  {
    title: "Transaction Match",
    value: ({ matches: { transactions } }) =>
      transactions === null ? (
        <Nothing why="There is no earlier report to compare with." />
      ) : (
        <Found {...transactions} what="transactions" id={TRANSACTIONS} />
      ),
  },
  {
    title: "Asset Match",
    value: ({ matches }) => <Found {...matches.assets} what="accounts" id={ACCOUNTS} />,
  },
  {
    title: "Name Match",
    value: ({ matches: { name } }) =>
      name === null ? (
        <Nothing why="The bank reported no owner." />
      ) : (
        <>
          <span className="flex items-center gap-2">
            <Big>
              <NumberButton id={NAMES} value={name.similarity} text={percentText(name.similarity)} />
            </Big>
            <StatusBadge tone={name.isMatch ? "success" : "danger"}>
              {name.isMatch ? "Match" : "No match"}
            </StatusBadge>
          </span>
          <Under>
            <span title={name.name}>{name.name}</span>
          </Under>
        </>
      ),
  },
  {
    title: "Number of Bank Accounts",
    value: ({ accounts }) => (
      <Big>
        <NumberButton id={ACCOUNTS} value={accounts} text={countText(accounts)} aspect="accounts" />
      </Big>
    ),
  },
  {
    title: "Existing Advance",
    wide: true,
    value: ({ existingAdvance, windows }) =>
      existingAdvance.length === 0 ? (
        <Big>None</Big>
      ) : (
        <Lenders lenders={existingAdvance} windows={windows} />
      ),
  },
];

const TRANSACTIONS: MatchId = { kind: "match", match: "transactions" };
const ACCOUNTS: MatchId = { kind: "match", match: "accounts" };
const NAMES: MatchId = { kind: "match", match: "names" };
const ADVANCE = { kind: "flow", flow: "existingAdvance", period: 30 } as const;

type LendersProps = { lenders: Statistics["existingAdvance"]; windows: Statistics["windows"] };

/** Who is paid back again and again, and what that came to. */
function Lenders({ lenders, windows }: LendersProps) {
  const paid = windows.find(({ days }) => days === ADVANCE.period)?.flows.existingAdvance;
  return (
    <>
      <span className="flex items-center gap-2">
        <Big>{paid && <Amount id={ADVANCE} cents={paid.cents} aspect="volume" />}</Big>
        <StatusBadge tone="warning">
          {lenders.length === 1 ? "1 lender" : `${lenders.length} lenders`}
        </StatusBadge>
      </span>
      <ul>
        {lenders.map(({ lender, count, cents }) => (
          <li key={lender} className="flex items-center justify-between gap-2 text-xs text-muted-foreground">
            <span className="truncate" title={lender}>
              {lender} × {countText(count)}
            </span>
            <Amount id={lenderId(lender)} cents={cents} />
          </li>
        ))}
      </ul>
    </>
  );
}

type SummaryCardProps = { title: string; className?: string | undefined; children: ReactNode };

export function SummaryCard({ title, className, children }: SummaryCardProps) {
  return (
    <Card className={cn("min-w-0 px-3 py-2.5", className)}>
      <dt className="text-xs font-medium text-balance text-muted-foreground">{title}</dt>
      <dd className="mt-1 min-w-0">{children}</dd>
    </Card>
  );
}

export const Big = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span className={cn("text-lg font-semibold tabular-nums", className)}>{children}</span>
);

const Under = ({ children }: { children: ReactNode }) => (
  <span className="block truncate text-xs text-muted-foreground">{children}</span>
);

const Day = ({ day }: { day: string | null }) => (
  <Big>{day === null ? <EmptyCell /> : <time dateTime={day}>{day}</time>}</Big>
);

const Nothing = ({ why }: { why: string }) => (
  <>
    <Big>
      <EmptyCell />
    </Big>
    <Under>
      <span title={why}>{why}</span>
    </Under>
  </>
);

type FoundProps = { found: number; of: number; what: string; id: MatchId };

const Found = ({ found, of, what, id }: FoundProps) => (
  <>
    <span className="flex items-center gap-2">
      {of === 0 ? (
        <Big>
          <EmptyCell />
        </Big>
      ) : (
        <>
          <Big>
            <NumberButton id={id} value={found} text={percentText(found / of)} />
          </Big>
          <StatusBadge tone={found === of ? "success" : "warning"}>
            {found === of ? "Match" : "Partly"}
          </StatusBadge>
        </>
      )}
    </span>
    <Under>
      {countText(found)} of {countText(of)} {what}
    </Under>
  </>
);
