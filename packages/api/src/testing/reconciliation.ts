import type { CardTransaction } from "@countinghouse/providers/cards/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import type { DeskMode } from "@countinghouse/validators/payments/kinds";
import { expect } from "vitest";
import { rowsIn, startDelivery } from "./delivery.ts";
import { openPayments, order, type Payable, payableCustomer, run, withProcessors } from "./payable.ts";
import type { TestProcessors } from "./processors.ts";

/** The day the payments are sent; it is the 23rd when they are looked at. */
export const SENT_ON = "2026-11-20";

/** What was sent, by its name: one of each kind that went through, two that failed, two nobody knows the outcome of. */
export const PAID = ["sale", "refund", "debit", "check", "funding", "credit"] as const;
export type SentName =
  | (typeof PAID)[number]
  | "declined sale"
  | "rejected debit"
  | "open funding"
  | "open debit";

interface Sent {
  key: string;
  paymentId: string;
  userId: number;
}

const TYPES: Record<string, CardTransaction["type"]> = { SALE: "pull", FUND: "push", REFUND: "push" };

/** What the card processor's report of the day tells of a call. */
export const cardRow = (key: string, changed: Partial<CardTransaction> = {}): CardTransaction => ({
  reference: `txn-${key}`,
  originalReference: null,
  key,
  type: "pull",
  state: "paid",
  status: "COMPLETED",
  code: "00",
  createdAt: new Date(`${SENT_ON}T15:00:00Z`),
  processedAt: new Date(`${SENT_ON}T15:00:00Z`),
  amountCents: 1_000,
  settledCents: 1_000,
  last4: "4242",
  network: "Visa",
  mid: "0044",
  firstName: "Ana",
  lastName: "Diaz",
  day: SENT_ON,
  ...changed,
});

export const noAnswer = (): ProviderError =>
  new ProviderError({ kind: "unavailable", provider: "x", message: "no answer" });

/** An API three days after payments of every kind were sent, with the sheet and the processors that have them. */
export async function openReconciliation() {
  const { api, processors: first } = await openPayments({ passcodes: true });
  let processors = first;
  const delivery = await startDelivery(api);
  const sent = new Map<SentName, Sent>();
  const send = async (name: SentName, mode: DeskMode, payer?: Payable, parentId: string | null = null) => {
    const customer = payer ?? (await payableCustomer(api));
    const { paymentId } = await run(api, order(customer, mode, { parentId }));
    const { providerKey: key } = await api.database.read.paymentAttempt.findFirstOrThrow({
      where: { intentId: paymentId },
    });
    sent.set(name, { key, paymentId, userId: customer.userId });
    return paymentId;
  };
  const payer = await payableCustomer(api);
  await send("refund", "REFUND", payer, await send("sale", "SALE", payer));
  await send("debit", "DEBIT");
  await send("check", "RCC");
  await send("funding", "FUND");
  await send("credit", "CREDIT");
  processors.next("declined");
  await send("declined sale", "SALE");
  processors.next("declined");
  await send("rejected debit", "DEBIT");
  processors.next("lostBefore");
  await send("open funding", "FUND");
  processors.next("lostBefore");
  await send("open debit", "DEBIT");
  await delivery.drain();
  const soundBooks = [...processors.books];
  api.clock.advance({ hours: 72 });
  // On a busy machine a call may be given up.
  while ((await api.database.read.outboxMessage.count({ where: { state: "QUEUED" } })) > 0) {
    await delivery.drain();
    api.clock.advance({ minutes: 1 });
  }

  const of = (name: SentName): Sent => {
    const found = sent.get(name);
    if (!found) throw new Error(`Nothing was sent as ${name}.`);
    return found;
  };
  const cardRows = () =>
    soundBooks.flatMap(({ key, mode, amountCents }) => {
      const type = TYPES[mode];
      return type ? [cardRow(key, { type, amountCents, settledCents: amountCents })] : [];
    });
  /** What the card processor reports of the day, and of the next one, null while there is none of that. */
  const reportCards = (rows: CardTransaction[], next: CardTransaction[] | null = []) =>
    processors.report({ transactions: { [SENT_ON]: rows, ...(next && { "2026-11-21": next }) } });
  const customDate = { start: SENT_ON, end: SENT_ON };
  const report = async () => (await api.as("VIEWER")).reconciliation.allPayments({ customDate });

  const outgoing = new Set<string>(["FUND", "REFUND", "CREDIT", "RECREDIT"]);
  const sumCents = (moved: readonly { isOut: boolean; amountCents: number }[]) => {
    const total = (isOut: boolean) => {
      const own = moved.filter((each) => each.isOut === isOut);
      return { count: own.length, amountCents: own.reduce((sum, each) => sum + each.amountCents, 0) };
    };
    return { in: total(false), out: total(true) };
  };

  return {
    api,
    delivery,
    of,
    /** Writes these lines of the Payments sheet, each with its row id behind its cells. */
    writeRows: async (lines: readonly (readonly unknown[])[]) => {
      for (const line of lines) {
        const cells = line.slice(0, -1).map((cell) => (typeof cell === "number" ? cell : String(cell)));
        await delivery.ports.ledgerSheet.append("Payments", [{ rowId: String(line.at(-1)), cells }]);
      }
    },
    /** What has moved in each direction, added up from where each system keeps it. */
    sources: async () => {
      const { rows: paid } = await api.database.pool.query<{ kind: string; cents: string }>(
        "SELECT kind::text AS kind, coalesce(moved_cents, amount_cents)::text AS cents FROM payment_intent WHERE state IN ('SUBMITTED', 'SUCCEEDED', 'SETTLED')",
      );
      const giggle = sumCents(
        paid.map(({ kind, cents }) => ({ isOut: outgoing.has(kind), amountCents: Number(cents) })),
      );
      const ledger = sumCents(
        rowsIn(delivery.sandbox).map((cells) => {
          const cents = Math.round(Number(cells[3]) * 100);
          return { isOut: cents < 0, amountCents: Math.abs(cents) };
        }),
      );
      const payliance = sumCents(
        processors.books.map(({ mode, amountCents }) => ({ isOut: outgoing.has(mode), amountCents })),
      );
      return {
        in: { giggle: giggle.in, ledger: ledger.in, payliance: payliance.in },
        out: { giggle: giggle.out, ledger: ledger.out, payliance: payliance.out },
      };
    },
    cardRows,
    reportCards,
    report,
    /** Processors that have what went through, in place of those of the last test; the sheet answers again. */
    reset: (): TestProcessors => {
      processors = withProcessors(api);
      processors.books.push(...soundBooks);
      reportCards(cardRows());
      api.services.ports.ledgerSheet = delivery.ports.ledgerSheet;
      return processors;
    },
    /** The processors lose what they have of these. */
    lose: (...names: SentName[]) => {
      const lost = new Set(names.map((name) => of(name).key));
      processors.books.splice(0, Infinity, ...soundBooks.filter(({ key }) => !lost.has(key)));
      reportCards(cardRows().filter(({ key }) => !lost.has(key)));
    },
    withoutSheet: () => {
      const read = () => {
        throw noAnswer();
      };
      api.services.ports.ledgerSheet = { ...delivery.ports.ledgerSheet, read };
    },
    /** The one row of a payment. */
    readRow: async (name: SentName) => {
      const { transactions } = await report();
      const own = transactions.filter(({ paymentId }) => paymentId === of(name).paymentId);
      expect(own).toHaveLength(1);
      return own[0];
    },
    fundings: async () => (await api.as("VIEWER")).reconciliation.report({ customDate }),
    close: async () => {
      await delivery.close();
      await api.close();
    },
  };
}

export type Reconciliation = Awaited<ReturnType<typeof openReconciliation>>;
