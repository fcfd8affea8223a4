import type { PaymentKind, PaymentState } from "@countinghouse/db";
import { clearingOf, type Posting, paymentPostings } from "../../../ledger/post.ts";
import { isFunding } from "../intent-row.ts";
import { advancePostings } from "../postings.ts";
import { type Books, createBooks } from "./books.ts";
import { EDGES, NOT_LIVE } from "./edges.ts";
import type { Flaws } from "./flaws.ts";
import type { Actor, World } from "./world.ts";

export interface Intent {
  id: string;
  userId: number;
  /** The application a funding pays out; null for other payments. */
  applicationId: number | null;
  /** The sale a refund gives back; null for other payments. */
  saleId: string | null;
  kind: PaymentKind;
  businessKey: string;
  amountCents: number;
  state: PaymentState;
  /** Every state it has been in. */
  history: PaymentState[];
  dueAt: number | null;
  lookUps: number;
  /** `leasedUntil` is when the call under it is over, at the latest, and `leasedTo` whose call that is. */
  attempt: { key: string; sentAt: number; leasedUntil: number; leasedTo: Actor } | null;
  /** Who has taken it and has written nothing down since. */
  takenBy: Actor | null;
}

/** What somebody asks for by pressing a button. */
export interface Press {
  requestId: string;
  userId: number;
  applicationId: number | null;
  kind: PaymentKind;
  /** Names what may happen only once; a funding's is made when it is created. */
  businessKey: string | null;
  /** The business key of the sale that a refund gives back; null for other payments. */
  saleKey: string | null;
  amountCents: number;
}

/** What a processor tells later on, again and again, in any order. */
export interface Report {
  eventKey: string;
  intentId: string;
  /** SUCCEEDED tells that what was charged back has come back to us. */
  state: "SETTLED" | "RETURNED" | "CHARGED_BACK" | "SUCCEEDED";
}

/** The tables and their constraints; each method is one transaction, done in one go. */
export interface Intents {
  all: readonly Intent[];
  books: Books;
  get(id: string): Intent;
  /** The intent a press has made, now or when its request came before; null where a unique index refused it. */
  create(press: Press): Intent | null;
  /** Moves along one edge; throws where there is none. */
  move(intent: Intent, to: PaymentState): void;
  /** Moves to a state in which the money has moved, with the ledger entries. */
  movePaid(intent: Intent, to: "SUBMITTED" | "SUCCEEDED"): void;
  setDue(intent: Intent, dueAt: number | null): void;
  /** Has what a process that is gone has taken looked after at once; of one that is dead it is certain that it calls no more. */
  free(process: Actor, isDead: boolean): void;
  report(report: Report): void;
}

/** Empty tables. `onDue` is told whenever an intent is due at another time. */
export function createIntents(world: World, flaws: Flaws, onDue: (dueAt: number) => void): Intents {
  const all: Intent[] = [];
  const byId = new Map<string, Intent>();
  const byKey = new Map<string, Intent>();
  const answers = new Map<string, Intent>();
  const reports = new Map<string, Report & { isApplied: boolean }>();
  const books = createBooks();

  const move = (intent: Intent, to: PaymentState): void => {
    if (!EDGES[intent.state].includes(to)) {
      const what = `${intent.id} may not move from ${intent.state} to ${to}`;
      world.broken(what);
      throw new Error(what);
    }
    world.say(() => `${intent.id} ${intent.state} -> ${to}`);
    intent.state = to;
    intent.history.push(to);
  };
  const setDue = (intent: Intent, dueAt: number | null): void => {
    intent.dueAt = dueAt;
    if (dueAt !== null) onDue(dueAt);
  };

  /** What came back leaves the ledger as it was. What has no edge yet waits for one. */
  const applyReports = (intent: Intent): void => {
    const next = [...reports.values()].find(
      ({ isApplied, intentId, state }) =>
        !isApplied && intentId === intent.id && mayFollow(intent.state, state),
    );
    if (next === undefined) return;
    next.isApplied = true;
    move(intent, next.state);
    if (next.state === "SUCCEEDED") books.reverse(intent.id, "reversal", "restored");
    else if (next.state !== "SETTLED") books.reverse(intent.id, "payment", "reversal");
    applyReports(intent);
  };

  /** The sale of a refund, when it went through and so much of it is left. */
  const refundable = (saleKey: string, amountCents: number): Intent | undefined => {
    const sale = byKey.get(saleKey);
    if (sale?.kind !== "SALE" || sale.state !== "SUCCEEDED") return undefined;
    const refunds = all.filter(({ saleId, state }) => saleId === sale.id && !NOT_LIVE.has(state));
    const givenBackCents = refunds.reduce((sum, refund) => sum + refund.amountCents, 0);
    return givenBackCents + amountCents <= sale.amountCents || flaws.refundsUncounted ? sale : undefined;
  };

  return {
    all,
    books,
    get: (id) => {
      const intent = byId.get(id);
      if (intent === undefined) throw new Error(`There is no payment intent ${id}.`);
      return intent;
    },
    create: (press) => {
      const answered = answers.get(press.requestId);
      if (answered !== undefined) return answered;
      const { applicationId } = press;
      const fundings =
        applicationId === null ? [] : all.filter((other) => other.applicationId === applicationId);
      const businessKey = press.businessKey ?? `fund:${applicationId}:${fundings.length + 1}`;
      if (byKey.has(businessKey) || fundings.some(({ state }) => !NOT_LIVE.has(state))) return null;
      const sale = press.saleKey === null ? null : refundable(press.saleKey, press.amountCents);
      if (sale === undefined) return null;
      const { userId, kind, amountCents } = press;
      const saleId = sale?.id ?? null;
      const about = {
        id: `P${all.length + 1}`,
        userId,
        applicationId,
        saleId,
        kind,
        businessKey,
        amountCents,
      };
      const intent: Intent = {
        ...about,
        state: "CREATED",
        history: ["CREATED"],
        dueAt: null,
        lookUps: 0,
        attempt: null,
        takenBy: null,
      };
      all.push(intent);
      byId.set(intent.id, intent);
      byKey.set(businessKey, intent);
      answers.set(press.requestId, intent);
      move(intent, "READY");
      setDue(intent, world.now());
      return intent;
    },
    move,
    movePaid: (intent, to) => {
      move(intent, to);
      setDue(intent, null);
      books.post(intent.id, "payment", postingsOf(intent));
      applyReports(intent);
    },
    setDue,
    free: (process, isDead) => {
      const at = world.now();
      world.say(() => `${process.name} is ${isDead ? "found dead" : "declared gone"}`);
      for (const intent of all) {
        const { attempt, takenBy, dueAt } = intent;
        if (isDead && attempt?.leasedTo === process) attempt.leasedUntil = Math.min(attempt.leasedUntil, at);
        if (takenBy !== process) continue;
        intent.takenBy = null;
        if (dueAt !== null) setDue(intent, Math.min(dueAt, at));
      }
    },
    report: (report) => {
      world.counts.reports++;
      world.say(() => `report ${report.eventKey}: ${report.state}`);
      if (reports.has(report.eventKey)) return;
      reports.set(report.eventKey, { ...report, isApplied: false });
      applyReports(byId.get(report.intentId) ?? never(report.intentId));
    },
  };
}

/** Money comes back to us only where it was charged back: no call is answered by that. */
const mayFollow = (from: PaymentState, to: Report["state"]): boolean =>
  to === "SUCCEEDED" ? from === "CHARGED_BACK" : EDGES[from].includes(to);

/** What a payment does to the ledger; the terms of an advance follow from its amount. */
export function postingsOf({ userId, kind, amountCents }: Intent): Posting[] {
  if (isFunding(kind)) {
    const disbursementFeeCents = amountCents % 7;
    const approvedCents = amountCents + disbursementFeeCents + (amountCents % 11);
    const terms = { approvedCents, paybackCents: approvedCents + (amountCents % 13), disbursementFeeCents };
    return advancePostings(userId, { ...terms, disbursementCents: amountCents }, clearingOf(kind));
  }
  const paymentType = kind === "SALE" || kind === "DEBIT" ? "DEBIT" : "CREDIT";
  return paymentPostings(userId, paymentType, amountCents, clearingOf(kind));
}

function never(intentId: string): never {
  throw new Error(`A processor reports the payment ${intentId}, which was never made.`);
}
