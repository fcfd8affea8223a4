import type { PaymentKind, PaymentState } from "@countinghouse/db";
import type { PaymentMode } from "@countinghouse/validators/payments/kinds";
import { isCardKind, isFundingKind } from "@countinghouse/validators/payments/kinds";
import { isPaid } from "@countinghouse/validators/payments/states";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import type { Core } from "../../core.ts";
import { DomainError } from "../../errors.ts";
import { isTracing, traced } from "../../tracing.ts";
import { accountForMissing } from "../reports/account-for.ts";
import type { ReportTools } from "../reports/apply.ts";
import { type Pulled, pullReports } from "../reports/pull.ts";
import { type Retried, retryReports } from "../reports/retry.ts";
import type { Instrument } from "./instrument.ts";
import type { IntentRow } from "./intent-row.ts";
import { type IntentStore, type Machine, NotSent, stepIntent } from "./machine.ts";
import { finishFunding } from "./post-funding.ts";
import { createProcessors, type ProcessorPorts } from "./processors.ts";
import { recordVerdict } from "./record.ts";
import type { SendGate } from "./send-gate.ts";
import { askAfterWindow, giveBack, type Patience, type StoreServices, takeIntent } from "./take.ts";

/** What a domain receives that has payments made. */
export interface WithPayments {
  payments: PaymentsEngine;
}

export type EngineServices = StoreServices & Pick<Core, "log"> & { recovery: SendGate };

export interface PaymentsEngine {
  /**
   * Takes one intent a step further; returns where it stands. Never throws for what a processor did. With `isEarly` the
   * processor is asked now after one whose outcome nobody knows, though it is not due.
   */
  step(intentId: string, options?: { isEarly?: boolean }): Promise<PaymentState>;
  /**
   * Asks the processor right now, by our keys, after payments of a customer of these modes whose outcome nobody knows,
   * before another one like them is begun. What it knows is written down; what it does not know stays open, and refuses
   * any payment like it. Throws RULE where one turns out to have gone through: whoever pressed did not know of it.
   */
  accountFor(userId: number, modes: readonly PaymentMode[]): Promise<void>;
  /**
   * Works on what is due, many at a time, until nothing is; on nothing while this process is not known to the others.
   * Returns how many steps were taken.
   */
  drain(): Promise<number>;
  /** How long a payment that was taken is left to its worker and the processor before it is looked after, in ms. */
  leftAloneMs(kind: PaymentKind): number;
  /** How long the processor may still act on a call that is over, in ms. */
  effectWindowMs(kind: PaymentKind): number;
  /** Asks the processors what has settled, come back or been charged back, and writes it down. */
  pullReports(): Promise<Pulled>;
  /** Ends what the processors' reports of the days that must hold it do not hold. Returns how many payments it ended. */
  accountForMissing(): Promise<number>;
  /** Tries reports again that could not be applied: those of these ids that are taken for it, or all that are due. */
  retryReports(ids?: readonly string[]): Promise<Retried>;
}

/** How many processor calls one process has under way. */
const AT_ONCE = 8;
const FOUND_AT_ONCE = 64;
/** A sale is read, undone in one of two ways, read again, and only then is the money sent. */
const CALLS_OF_A_REFUND = 5;

/** Of that time the journal of sent payments may take this part. */
const JOURNAL_PART = 1 / 5;

/** After this long a worker that took a payment begins no call for it any more. */
const CALL_WITHIN_MS = 10_000;

/** The machine over the real database and the real processors. `callMs` is longer than one call to a vendor. */
export function createPaymentsEngine(
  services: EngineServices,
  ports: ProcessorPorts,
  { callMs, callWithinMs = CALL_WITHIN_MS }: { callMs: number; callWithinMs?: number },
): PaymentsEngine {
  const patience: Patience = {
    callMs: (kind) => callWithinMs + (kind === "REFUND" ? CALLS_OF_A_REFUND : 1) * callMs,
    effectWindowMs: (kind) => (isCardKind(kind) ? ports.cards : ports.ach).capability.effectWindowMs,
  };
  const machine: Machine<Instrument> = {
    store: databaseStore(services, patience),
    processorFor: services.recovery.journalled(createProcessors(ports), callWithinMs * JOURNAL_PART),
    now: services.now,
    callWithinMs: callWithinMs * (1 - JOURNAL_PART),
  };
  const tryStep = async (intentId: string, options?: { isEarly?: boolean }): Promise<PaymentState> => {
    try {
      return await stepIntent(machine, intentId, options);
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
      services.log.warn({ paymentId: intentId, error: error.message }, "payment not sent yet");
      return "SENDING";
    }
  };
  const finish = async (
    intentId: string,
    kind: PaymentKind,
    options?: { isEarly?: boolean },
  ): Promise<Step> => {
    let state = await tryStep(intentId, options);
    if (state === "READY" && (await services.recovery.verify())) state = await tryStep(intentId, options);
    // It waits for the next sweep instead of being tried in a circle.
    if (state === "READY") return { state, isFinished: false };
    const isFinished = !isFundingKind(kind) || !isPaid(state) || (await finishFunding(services, intentId));
    return { state, isFinished };
  };
  const stepAndFinish = async (
    { id, kind, traceparent }: Pick<Due, "id" | "kind" | "traceparent">,
    options?: { isEarly?: boolean },
  ): Promise<Step> => {
    const facts = { "countinghouse.payment": id, "countinghouse.kind": kind };
    return traced(`payment ${kind}`, facts, () => finish(id, kind, options), { from: [traceparent] });
  };
  const tools: ReportTools = {
    record: async (intentId, verdict) => {
      const record = () => recordVerdict(services, patience, intentId, verdict);
      if (!isTracing()) return record();
      const { traceparent } = await services.db.read.paymentIntent.findUniqueOrThrow({
        where: { id: intentId },
        select: { traceparent: true },
      });
      return traced("processor report", { "countinghouse.payment": intentId }, record, {
        from: [traceparent],
      });
    },
    findKey: (reference) => ports.ach.findKey(reference),
  };
  return {
    step: async (intentId, options) => {
      const intent = await services.db.read.paymentIntent.findUniqueOrThrow({
        where: { id: intentId },
        select: { id: true, kind: true, traceparent: true },
      });
      return (await stepAndFinish(intent, options)).state;
    },
    accountFor: async (userId, modes) => {
      const open = await services.db.read.paymentIntent.findMany({
        where: { userId, kind: { in: [...modes] }, state: { in: ["UNKNOWN", "NEEDS_REVIEW"] } },
        select: { id: true, kind: true, traceparent: true },
      });
      for (const intent of open) {
        const { state } = await stepAndFinish(intent, { isEarly: true });
        if (isPaid(state)) throw new DomainError("RULE", TEXT.foundPaid, { paymentId: intent.id });
      }
    },
    drain: () => (services.registration.id() === null ? Promise.resolve(0) : drain(services, stepAndFinish)),
    effectWindowMs: (kind) => patience.effectWindowMs(kind),
    leftAloneMs: (kind) => patience.callMs(kind) + patience.effectWindowMs(kind),
    // What the processors tell is news to the comparison first.
    pullReports: async () =>
      (await services.recovery.isVerified())
        ? pullReports(services, ports, tools)
        : { applied: 0, problems: 0, failed: 0 },
    retryReports: (ids) => retryReports(services, tools, ids),
    accountForMissing: () => accountForMissing(services, ports, tools),
  };
}

const databaseStore = (services: EngineServices, patience: Patience): IntentStore<Instrument> => ({
  take: (intentId, options) => takeIntent(services, patience, intentId, options),
  askAfterWindow: (attempt, told) => askAfterWindow(services, patience, attempt, told),
  giveBack: (attempt, afterMs) => giveBack(services, patience, attempt, afterMs),
  record: (attempt, verdict) => recordVerdict(services, patience, attempt.intentId, verdict, attempt.lookUps),
});

interface Step {
  state: PaymentState;
  /** False where something that follows from it failed, and is to be tried again later. */
  isFinished: boolean;
}

async function drain(services: EngineServices, step: (due: Due) => Promise<Step>): Promise<number> {
  let steps = 0;
  // What could not be done waits for the next sweep instead of being tried in a circle.
  const left: string[] = [];
  const underWay = new Set<string>();
  let queue: Due[] = [];
  let refilling: Promise<void> | null = null;
  const refill = async (): Promise<void> => {
    queue = await findDue(services, [...left, ...underWay]);
  };
  const next = async (): Promise<Due | undefined> => {
    if (queue.length === 0) {
      refilling ??= refill().finally(() => {
        refilling = null;
      });
      await refilling;
    }
    const due = queue.shift();
    if (due !== undefined) underWay.add(due.id);
    return due;
  };
  const work = async () => {
    for (let due = await next(); due !== undefined; due = await next()) {
      const { id } = due;
      try {
        const { isFinished } = await step(due);
        steps++;
        if (!isFinished) left.push(id);
      } catch (error) {
        left.push(id);
        services.log.error({ paymentId: id, error: String(error) }, "payment step failed");
      } finally {
        underWay.delete(id);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return steps;
}

type Due = Pick<IntentRow, "id" | "kind" | "state"> & { traceparent: string | null };

/**
 * What was begun comes before what is READY: nobody knows of it whether the money has moved. So few at a time that what is
 * left behind meanwhile does not stand behind many that were not begun.
 */
async function findDue({ db, now }: EngineServices, passedOver: string[]): Promise<Due[]> {
  const due = await db.read.paymentIntent.findMany({
    where: { dueAt: { lte: now() }, id: { notIn: passedOver } },
    orderBy: [{ state: "desc" }, { dueAt: "asc" }],
    take: FOUND_AT_ONCE,
    select: { id: true, kind: true, state: true, traceparent: true },
  });
  const [ready, begun] = [
    due.filter(({ state }) => state === "READY"),
    due.filter(({ state }) => state !== "READY"),
  ];
  return [...shuffled(begun), ...shuffled(ready)].slice(0, AT_ONCE);
}

/** Workers that begin at the same place would stand in each other's way. */
function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
