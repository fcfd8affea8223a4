import { formatCents } from "@countinghouse/validators/money";
import { useState } from "react";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/ui/sheet.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { countText } from "./figures.ts";
import { findFormula } from "./formulas.ts";
import { MatchLines } from "./match-lines.tsx";
import {
  type FlowId,
  type FormulaId,
  MATCH_LABELS,
  type MatchName,
  type NumberId,
  numberTitle,
} from "./number-ids.ts";
import { TransactionsTable } from "./transactions-table.tsx";
import { type Statistics, useFlow } from "./use-statistics.ts";

type NumberDrawerProps = {
  userId: number;
  statistics: Statistics;
  id: NumberId;
  onOpen: (id: NumberId) => void;
  onClose: () => void;
};

/** What a number is made of: its transactions, or the sums that it is worked out of, each of which opens in turn. */
export function NumberDrawer({ userId, statistics, id, onOpen, onClose }: NumberDrawerProps) {
  const [open, setOpen] = useState(true);
  return (
    <Sheet open={open} onOpenChange={setOpen} onOpenChangeComplete={(isOpen) => !isOpen && onClose()}>
      <SheetContent width={id.kind === "flow" || id.kind === "match" ? "wide" : "default"}>
        {id.kind === "flow" ? (
          <Flow userId={userId} snapshotId={statistics.reportId} id={id} />
        ) : id.kind === "match" ? (
          <Match userId={userId} snapshotId={statistics.reportId} name={id.match} />
        ) : (
          <Worked statistics={statistics} id={id} onOpen={onOpen} />
        )}
      </SheetContent>
    </Sheet>
  );
}

function Flow({ userId, snapshotId, id }: { userId: number; snapshotId: number; id: FlowId }) {
  const of = {
    userId,
    snapshotId,
    flow: id.flow,
    period: id.period,
    lender: id.lender ?? null,
    through: id.through ?? null,
  };
  const first = useFlow(of).data?.pages[0];
  return (
    <>
      <SheetHeader
        title={numberTitle(id)}
        description={
          first
            ? `${figureText(first)}${daysText(first)}${toldText(first)}`
            : "The transactions behind this number"
        }
      />
      <SheetBody>
        <TransactionsTable of={of} label={numberTitle(id)} layout="whole" />
      </SheetBody>
    </>
  );
}

type Figure = { count: number; cents: number };

const figureText = ({ count, cents }: Figure): string =>
  `${countText(count)} ${count === 1 ? "transaction" : "transactions"}, ${formatCents(cents)}`;

/** What it was before staff changed categories, where that is something else. */
const toldText = ({ asTold, count, cents }: Figure & { asTold: Figure | null }): string =>
  asTold === null || (asTold.count === count && asTold.cents === cents)
    ? ""
    : ` · by the bank's category ${figureText(asTold)}`;

const daysText = ({ startDate, endDate }: { startDate: string | null; endDate: string | null }): string =>
  startDate === null || endDate === null ? "" : ` · ${startDate} to ${endDate}`;

const MATCH_RULES: Readonly<Record<MatchName, string>> = {
  transactions:
    "Transactions of the application's first report that this report should also have, with the same day, amount and description.",
  accounts: "Accounts in the report and linked accounts, compared by id and last digits.",
  names:
    "Owner names at the bank compared with the names of the customer and the business, closest match first.",
};

function Match({ userId, snapshotId, name }: { userId: number; snapshotId: number; name: MatchName }) {
  return (
    <>
      <SheetHeader title={MATCH_LABELS[name]} description={MATCH_RULES[name]} />
      <SheetBody>
        <MatchLines userId={userId} snapshotId={snapshotId} name={name} />
      </SheetBody>
    </>
  );
}

type WorkedProps = { statistics: Statistics; id: FormulaId; onOpen: (id: NumberId) => void };

function Worked({ statistics, id, onOpen }: WorkedProps) {
  const formula = findFormula(statistics, id);
  const told = statistics.asTold && findFormula(statistics.asTold, id);
  return (
    <>
      <SheetHeader title={numberTitle(id)} description={formula?.rule} />
      <SheetBody>
        {formula === null ? (
          <EmptyState title="This report has no such number" />
        ) : (
          <dl className="grid">
            {formula.lines.map(({ label, text, opens }) => (
              <div key={label} className={lineClass}>
                <dt className="text-muted-foreground">{label}</dt>
                <dd className="num">
                  {opens === undefined ? (
                    text
                  ) : (
                    <button
                      type="button"
                      aria-label={`${numberTitle(opens)}: ${text}`}
                      onClick={() => onOpen(opens)}
                      className="num min-h-6 rounded-sm text-link underline-offset-4 hover:underline"
                    >
                      {text}
                    </button>
                  )}
                </dd>
              </div>
            ))}
            <div className={lineClass}>
              <dt className="font-semibold">Result</dt>
              <dd className="num font-semibold">{formula.result}</dd>
            </div>
            {told && told.result !== formula.result && (
              <div className={lineClass}>
                <dt className="text-muted-foreground">By the bank's category</dt>
                <dd className="num text-muted-foreground">{told.result}</dd>
              </div>
            )}
          </dl>
        )}
      </SheetBody>
    </>
  );
}

const lineClass = "flex min-h-9 items-center justify-between gap-4 border-b border-border/60 last:border-b-0";
