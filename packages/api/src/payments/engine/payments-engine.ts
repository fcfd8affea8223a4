import type { PaymentKind, PaymentState } from "@countinghouse/db";
import type { PaymentMode } from "@countinghouse/validators/payments/kinds";
import { isCardKind, isFundingKind } from "@countinghouse/validators/payments/kinds";
import { isPaid, UNKNOWN_STATES } from "@countinghouse/validators/payments/states";
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

/** The engine, for domains that make payments. */
export interface WithPayments {
  payments: PaymentsEngine;
}

export type EngineServices = StoreServices & Pick<Core, "log"> & { recovery: SendGate };

export interface PaymentsEngine {
  /**
   * Takes one intent a step further and returns its state. Never throws for an error of a processor. With `isEarly`, looks up an
   * unknown outcome before the lookup is due.
   */
  step(intentId: string, options?: { isEarly?: boolean }): Promise<PaymentState>;
  /**
   * Looks up, by our keys and at once, a customer's payments of these modes with an unknown outcome, before a similar payment
   * starts. Known outcomes are recorded. A payment that stays unknown blocks every similar payment. Throws RULE when one of them
   * went through: the admin did not know about it.
   */
  accountFor(userId: number, modes: readonly PaymentMode[]): Promise<void>;
  /**
   * Steps due payments, several at a time, until none is due. Does nothing while this process is not registered. Returns the number
   * of steps.
   */
  drain(): Promise<number>;
  /** How long a claimed payment is left to its worker and the processor before a lookup, in ms. */
  leftAloneMs(kind: PaymentKind): number;
  /** How long the processor may still act on a call that is over, in ms. */
  effectWindowMs(kind: PaymentKind): number;
  /** Reads the reports of the processors on settled, returned and charged-back payments, and applies them. */
  pullReports(): Promise<Pulled>;
  /** Ends payments with an unknown outcome by the reports of the days that must hold them. Returns the number of ended payments. */
  accountForMissing(): Promise<number>;
  /** Retries reports that could not be applied: the claimed reports of these ids, or all that are claimed or due. */
  retryReports(ids?: readonly string[]): Promise<Retried>;
}

/** How many steps, and so processor calls, one process runs at once. */
const AT_ONCE = 8;
const FOUND_AT_ONCE = 64;
/** A refund reads the sale, tries two ways to undo it, reads it again, and only then sends the money. */
const CALLS_OF_A_REFUND = 5;

/** The part of `callWithinMs` that the journal of sent payments may take. */
const JOURNAL_PART = 1 / 5;

/** A worker that claimed a payment starts no call after this time. */
const CALL_WITHIN_MS = 10_000;

/** Creates the engine over the database and the processors. `callMs` is longer than one call to a vendor. */
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
    // The payment waits for the next sweep, which avoids an endless loop.
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
        where: { userId, kind: { in: [...modes] }, state: { in: [...UNKNOWN_STATES] } },
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
    // The recovery must compare the processors' data with the database before a report is applied.
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
  /** False when the follow-up failed and must be retried later. */
  isFinished: boolean;
}

async function drain(services: EngineServices, step: (due: Due) => Promise<Step>): Promise<number> {
  let steps = 0;
  // Failed payments wait for the next sweep, which avoids an endless loop.
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
 * Returns due payments. Payments in progress come before READY ones, because their money may have moved. The batch is small: a
 * payment that becomes due in the meantime does not wait behind many READY ones.
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

/** Shuffles the items. Workers that start at the same item would block each other. */
function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
