import { clearing, type Posting, paymentPostings } from "../../packages/api/src/ledger/post.ts";
import { advancePostings } from "../../packages/api/src/payments/engine/postings.ts";
import type { PaymentKind, PaymentState } from "../../packages/db/src/index.ts";
import { isCardKind, isFundingKind } from "../../packages/validators/src/payments/kinds.ts";
import {
  isEndedFunding,
  isReturned,
  isUnanswered,
  isUnmoved,
  isUnpaid,
  isWaiting,
} from "../../packages/validators/src/payments/states.ts";
import { type Books, createBooks } from "./books.ts";
import { EDGES } from "./edges.ts";
import type { Flaws } from "./flaws.ts";
import type { World } from "./world.ts";

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
  attempt: { key: string; sentAt: number; leasedUntil: number; leasedTo: string } | null;
  /** Who has taken it and has written nothing down since. */
  takenBy: string | null;
  /** Made again after a restore beside one that was open in the copy. */
  isDuplicate: boolean;
  /** A person said that no money has moved, and may be mistaken. */
  isFailedByHand: boolean;
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
  /** SUCCEEDED tells that what was charged back has come back to us; TAKEN stands in the report of the day. */
  state: "SETTLED" | "RETURNED" | "CHARGED_BACK" | "SUCCEEDED" | "TAKEN";
}

/** The tables and their constraints; each method is one transaction, done in one go. */
export interface Intents {
  all: readonly Intent[];
  books: Books;
  get(id: string): Intent;
  has(id: string): boolean;
  /** The intent a press has made, now or when its request came before; null where a unique index refused it. */
  create(press: Press): Intent | null;
  /** Moves along one edge; throws where there is none. */
  move(intent: Intent, to: PaymentState): void;
  /** Moves to a state in which the money has moved, with the ledger entries. */
  movePaid(intent: Intent, to: "SUBMITTED" | "SUCCEEDED"): void;
  setDue(intent: Intent, dueAt: number | null): void;
  /** Has what a process that is gone has taken looked after at once; of one that is dead it is certain that it calls no more. */
  free(process: string, isDead: boolean): void;
  report(report: Report): void;
  /** A key that no attempt had before, whatever became of the tables since. */
  newKey(): string;
  /** Writes down outside the tables what is about to be sent, all that is needed to make the intent again. */
  journal(intent: Intent): void;
  /** Keeps the tables as they stand now; returns what sets them back to that, and then takes up the journal. */
  copy(): () => void;
}

/** Empty tables. `onDue` is told whenever an intent is due at another time. */
export function createIntents(world: World, flaws: Flaws, onDue: (dueAt: number) => void): Intents {
  const all: Intent[] = [];
  const byId = new Map<string, Intent>();
  const byKey = new Map<string, Intent>();
  const answers = new Map<string, Intent>();
  const reports = new Map<string, Report & { isApplied: boolean }>();
  const books = createBooks();
  const journal = new Map<string, Intent>();
  let made = 0;
  let keys = 0;

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

  const movePaid = (intent: Intent, to: "SUBMITTED" | "SUCCEEDED"): void => {
    move(intent, to);
    setDue(intent, null);
    books.post(intent.id, "payment", intentPostings(intent));
    applyReports(intent);
  };

  /** The processor's word that it has taken a payment, whatever had been written down of it. */
  const applyTaken = (intent: Intent): void => {
    const isLate = isUnmoved(intent.state);
    if (isLate && flaws.dropsLateTruth) return;
    if (!isLate && !isUnanswered(intent.state)) return;
    if (isLate) world.counts.lateTruths++;
    movePaid(intent, isCardKind(intent.kind) ? "SUCCEEDED" : "SUBMITTED");
  };

  /** What came back leaves the ledger as it was. What has no edge yet waits for one. */
  const applyReports = (intent: Intent): void => {
    const next = [...reports.values()].find(
      ({ isApplied, intentId, state }) =>
        !isApplied && intentId === intent.id && mayFollow(intent.state, state),
    );
    if (next === undefined) return;
    next.isApplied = true;
    if (next.state === "TAKEN") applyTaken(intent);
    else move(intent, next.state);
    if (next.state === "SUCCEEDED") books.reverse(intent.id, "reversal", "restored");
    else if (next.state !== "TAKEN" && isReturned(next.state))
      books.reverse(intent.id, "payment", "reversal");
    applyReports(intent);
  };

  const add = (intent: Intent): void => {
    all.push(intent);
    byId.set(intent.id, intent);
    byKey.set(intent.businessKey, intent);
  };

  /** What was sent and is not known here, or not as sent, is made again with an outcome that nobody knows. */
  const recover = (entry: Intent): void => {
    const known = byId.get(entry.id);
    if (known !== undefined && known.attempt !== null) return;
    const intent: Intent = known ?? { ...entry, state: "CREATED", history: ["CREATED"], dueAt: null };
    intent.isDuplicate = all.some(
      ({ id, applicationId, state }) =>
        id !== intent.id && applicationId === (intent.applicationId ?? 0) && !isEndedFunding(state),
    );
    if (known === undefined) add(intent);
    if (intent.state === "CREATED") move(intent, "READY");
    move(intent, "SENDING");
    move(intent, "UNKNOWN");
    intent.attempt = entry.attempt;
    setDue(intent, world.now());
  };

  /** The sale of a refund, when it went through and so much of it is left. */
  const refundable = (saleKey: string, amountCents: number): Intent | undefined => {
    const sale = byKey.get(saleKey);
    if (sale?.kind !== "SALE" || sale.state !== "SUCCEEDED") return undefined;
    const refunds = all.filter(({ saleId, state }) => saleId === sale.id && !isUnpaid(state));
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
    has: (id) => byId.has(id),
    create: (press) => {
      const answered = answers.get(press.requestId);
      if (answered !== undefined) return answered;
      const { applicationId } = press;
      const fundings =
        applicationId === null ? [] : all.filter((other) => other.applicationId === applicationId);
      const businessKey = press.businessKey ?? `fund:${applicationId}:${fundings.length + 1}`;
      if (byKey.has(businessKey) || fundings.some(({ state }) => !isEndedFunding(state))) return null;
      const sale = press.saleKey === null ? null : refundable(press.saleKey, press.amountCents);
      if (sale === undefined) return null;
      const { userId, kind, amountCents } = press;
      const saleId = sale?.id ?? null;
      const about = {
        id: `P${++made}`,
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
        isDuplicate: false,
        isFailedByHand: false,
      };
      add(intent);
      answers.set(press.requestId, intent);
      move(intent, "READY");
      setDue(intent, world.now());
      return intent;
    },
    move,
    movePaid,
    setDue,
    free: (process, isDead) => {
      const at = world.now();
      world.say(() => `${process} is ${isDead ? "found dead" : "declared gone"}`);
      for (const intent of all) {
        const { attempt, takenBy, dueAt } = intent;
        if (isDead && attempt?.leasedTo === process) attempt.leasedUntil = Math.min(attempt.leasedUntil, at);
        if (takenBy !== process) continue;
        intent.takenBy = null;
        if (dueAt !== null) setDue(intent, Math.min(dueAt, at));
      }
    },
    newKey: () => `K${++keys}`,
    journal: (intent) => journal.set(intent.id, structuredClone(intent)),
    copy: () => {
      const kept = structuredClone({
        all,
        answers: [...answers].map(([requestId, { id }]) => [requestId, id] as const),
        applied: [...reports.values()].flatMap(({ eventKey, isApplied }) => (isApplied ? eventKey : [])),
      });
      const restoreBooks = books.copy();
      return () => {
        for (const table of [byId, byKey, answers]) table.clear();
        all.length = 0;
        for (const intent of kept.all) add(intent);
        for (const [requestId, id] of kept.answers) answers.set(requestId, byId.get(id) ?? never(id));
        restoreBooks();
        // What a processor has reported since is told again, for days.
        for (const report of reports.values()) report.isApplied = kept.applied.includes(report.eventKey);
        world.counts.restores++;
        world.say(() => "the database is set back to a copy");
        if (!flaws.noJournal) for (const entry of journal.values()) recover(entry);
        for (const intent of all) applyReports(intent);
        for (const { dueAt } of all) if (dueAt !== null) onDue(dueAt);
      };
    },
    report: (report) => {
      world.counts.reports++;
      world.say(() => `report ${report.eventKey}: ${report.state}`);
      if (reports.has(report.eventKey)) return;
      reports.set(report.eventKey, { ...report, isApplied: false });
      const intent = byId.get(report.intentId);
      if (intent !== undefined) applyReports(intent);
    },
  };
}

/** Money comes back to us only where it was charged back: no call is answered by that. */
const mayFollow = (from: PaymentState, to: Report["state"]): boolean => {
  if (to === "TAKEN") return !isWaiting(from);
  return to === "SUCCEEDED" ? from === "CHARGED_BACK" : EDGES[from].includes(to);
};

/** What a payment does to the ledger; the terms of an advance follow from its amount. */
export function intentPostings({ userId, kind, amountCents }: Intent): Posting[] {
  if (isFundingKind(kind)) {
    const disbursementFeeCents = amountCents % 7;
    const approvedCents = amountCents + disbursementFeeCents + (amountCents % 11);
    const terms = { approvedCents, paybackCents: approvedCents + (amountCents % 13), disbursementFeeCents };
    return advancePostings(userId, { ...terms, disbursementCents: amountCents }, clearing(kind));
  }
  const paymentType = kind === "SALE" || kind === "DEBIT" ? "DEBIT" : "CREDIT";
  return paymentPostings(userId, paymentType, amountCents, clearing(kind));
}

function never(intentId: string): never {
  throw new Error(`A processor reports the payment ${intentId}, which was never made.`);
}
