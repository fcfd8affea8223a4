import { formatCents } from "@countinghouse/validators/money";
import { EXCEPTION_WORDS } from "@countinghouse/validators/payment-exceptions/rules";
import { PAYMENT_STATES } from "@countinghouse/validators/payments/states";
import { processorName } from "@countinghouse/validators/processor-transactions/rules";
import { type ReactNode, useId } from "react";
import { Facts } from "@/components/facts/facts.tsx";
import { EVENT_WORDS } from "@/components/payments/event-words.ts";
import { DateCell } from "@/table/cells.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import type { PaymentDetails } from "./payment-drawer.tsx";

/** Each call to the processor, with its answer as it is kept: nothing secret stands in it. */
export const Attempts = ({ attempts }: { attempts: PaymentDetails["attempts"] }) => (
  <Part title="Attempts" empty="The payment was not sent to a processor." count={attempts.length}>
    {attempts.map((attempt) => {
      const { word, tone } = PAYMENT_STATES[attempt.outcome ?? "UNKNOWN"];
      return (
        <article
          key={attempt.id}
          aria-label={`Attempt ${attempt.sequence}`}
          className="rounded-md border p-3"
        >
          <Facts
            facts={[
              ["Attempt", attempt.sequence],
              ["Processor", processorName(attempt.provider)],
              ["Key", <Id key="key">{attempt.providerKey}</Id>],
              [
                "Reference",
                attempt.providerReference ? <Id key="reference">{attempt.providerReference}</Id> : "None",
              ],
              ["Sent (ET)", <DateCell key="sent" at={attempt.sentAt} />],
              ["Answered (ET)", <DateCell key="finished" at={attempt.finishedAt} />],
              [
                "Outcome",
                <StatusBadge key="outcome" tone={tone}>
                  {word}
                </StatusBadge>,
              ],
            ]}
          />
          <Json
            label={`Answer of attempt ${attempt.sequence}`}
            text={attempt.answer}
            empty="No answer stored."
          />
        </article>
      );
    })}
  </Part>
);

/** What was booked of it otherwise than ordered, and who has seen to it. */
export const Exceptions = ({ exceptions }: { exceptions: PaymentDetails["exceptions"] }) =>
  exceptions.length > 0 && (
    <Part title="Booking mismatch" empty="" count={exceptions.length}>
      {exceptions.map(({ id, kind, message, openedAt, closedAt, closedBy, note }) => (
        <article key={id} aria-label={EXCEPTION_WORDS[kind]} className="rounded-md border p-3">
          <Facts
            facts={[
              ["Kind", EXCEPTION_WORDS[kind]],
              ["What happened", message],
              ["Since (ET)", <DateCell key="since" at={openedAt} />],
              ...(closedAt === null
                ? []
                : [
                    ["Closed (ET)", <DateCell key="closed" at={closedAt} />] as const,
                    ["Closed by", closedBy ?? "Unknown"] as const,
                    ["Note", note] as const,
                  ]),
            ]}
          />
        </article>
      ))}
    </Part>
  );

/** What the processor reported later on. */
export const ProcessorEvents = ({ events }: { events: PaymentDetails["events"] }) => (
  <Part
    title="Processor events"
    empty="The processor has reported nothing about this payment."
    count={events.length}
  >
    {events.map((event) => (
      <article key={event.id} aria-label={EVENT_WORDS[event.kind]} className="rounded-md border p-3">
        <Facts
          facts={[
            ["Event", EVENT_WORDS[event.kind]],
            ["Day", event.happenedOn],
            ["Reason", event.code || "None"],
            ["Amount", formatCents(event.amountCents)],
            ["Reference", <Id key="reference">{event.reference}</Id>],
            ["Received (ET)", <DateCell key="received" at={event.receivedAt} />],
            ["Applied (ET)", <DateCell key="applied" at={event.appliedAt} />],
            ...(event.problem === "" ? [] : [["Problem", event.problem] as const]),
          ]}
        />
        <Json label={`Detail of ${EVENT_WORDS[event.kind]}`} text={event.detail} empty="No details stored." />
      </article>
    ))}
  </Part>
);

/** What the payment did to the ledger, transaction by transaction. */
export const LedgerTransactions = ({ transactions }: { transactions: PaymentDetails["ledger"] }) => (
  <Part title="Ledger transactions" empty="No ledger transactions." count={transactions.length}>
    {transactions.map((transaction) => (
      <article
        key={transaction.id}
        aria-label={`Ledger ${transaction.kind}`}
        className="rounded-md border p-3"
      >
        <h4 className="mb-1 font-medium">
          {transaction.kind} · {transaction.effectiveOn}
          {transaction.reversesId !== null && " · reverses an earlier transaction"}
        </h4>
        <dl className="grid gap-1">
          {transaction.entries.map(({ account, amountCents }) => (
            <div key={account} className="flex justify-between gap-3">
              <dt className="text-muted-foreground">{account}</dt>
              <dd className="num">{formatCents(amountCents)}</dd>
            </div>
          ))}
        </dl>
      </article>
    ))}
  </Part>
);

type PartProps = { title: string; empty: string; count: number; children: ReactNode };

function Part({ title, empty, count, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {count === 0 ? <p className="text-sm text-muted-foreground">{empty}</p> : children}
    </section>
  );
}

const Id = ({ children }: { children: string }) => <span className="id-text">{children}</span>;

function Json({ label, text, empty }: { label: string; text: string; empty: string }) {
  if (text === "") return <p className="mt-2 text-sm text-muted-foreground">{empty}</p>;
  return (
    <figure aria-label={label} className="mt-2 rounded-md bg-muted p-2">
      <pre className="text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</pre>
    </figure>
  );
}
