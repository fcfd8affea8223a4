import { setTimeout as pause } from "node:timers/promises";
import { linkChains, verifyChains } from "../../packages/api/src/chain/chains.ts";
import { findDriftedBalances } from "../../packages/api/src/ledger/balances.ts";
import type { Services } from "../../packages/api/src/services.ts";
import {
  BEING_SENT_STATES,
  LOOKED_UP_STATES,
  OPEN_STATES,
  PAID_STATES,
} from "../../packages/validators/src/payments/states.ts";

/** Payments whose business keys begin so; what was recorded by hand moved nothing. */
const orderedAs = (prefix: string) => ({
  businessKey: { startsWith: prefix },
  kind: { not: "MANUAL" as const },
});
const ASK_AGAIN_MS = 200;

/** Reads until the database answers: it is struck down now and then. */
export async function whenUp<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (signal.aborted) throw error;
      await pause(ASK_AGAIN_MS);
    }
  }
}

/** How many payments have no end yet. */
export const countOpen = ({ db }: Services, prefix: string): Promise<number> =>
  db.read.paymentIntent.count({ where: { ...orderedAs(prefix), state: { in: [...OPEN_STATES] } } });

/** How many payments are on their way: what nobody knows the outcome of is not. */
export const countUnderWay = ({ db }: Services): Promise<number> =>
  db.read.paymentIntent.count({
    where: { ...orderedAs(""), state: { in: [...BEING_SENT_STATES] } },
  });

/** How many payments there are. */
export const countOrdered = ({ db }: Services, prefix: string): Promise<number> =>
  db.read.paymentIntent.count({ where: orderedAs(prefix) });

/** What does not follow from an advance that was paid out, or follows twice. A sentence each. */
export async function fundingProblems({ db }: Services, prefix: string): Promise<string[]> {
  const fundings = await db.read.paymentIntent.findMany({
    where: {
      ...orderedAs(prefix),
      kind: { in: ["FUND", "CREDIT"] as const },
      state: { in: [...PAID_STATES] },
    },
    select: {
      businessKey: true,
      postFundedAt: true,
      application: { select: { stage: true, schedules: { select: { id: true } } } },
      journey: { select: { id: true } },
    },
  });
  return fundings.flatMap(({ businessKey, postFundedAt, application, journey }) => {
    const isWhole = postFundedAt !== null && journey.length === 1 && application?.stage === "funded";
    return isWhole && application.schedules.length > 0
      ? []
      : [`${businessKey} was paid out, and not all that follows from it was done`];
  });
}

/** Whether a worker took a payment within the last `ms`, to call or to look, and has not written an outcome. */
export async function areCallsUnderWay({ db, now }: Services, prefix: string, ms: number): Promise<boolean> {
  const updatedAt = { gt: new Date(now().getTime() - ms) };
  const state = { in: [...LOOKED_UP_STATES] };
  return (await db.read.paymentIntent.count({ where: { ...orderedAs(prefix), state, updatedAt } })) > 0;
}

const SHEET_KEY = "ledger-sheet:payment:";

/** The payments whose row of the ledger sheet is still to be delivered. */
export async function idsWaitingForSheet({ db }: Services): Promise<Set<string>> {
  const messages = await db.read.outboxMessage.findMany({
    where: { topic: "LEDGER_SHEET", state: "QUEUED", dedupeKey: { startsWith: SHEET_KEY } },
    select: { dedupeKey: true },
  });
  return new Set(messages.map(({ dedupeKey }) => dedupeKey.slice(SHEET_KEY.length)));
}

/** The storm's payments as our tables have them. */
export async function ourPayments({ db }: Services, prefix: string) {
  const payments = await db.read.paymentIntent.findMany({
    where: orderedAs(prefix),
    select: {
      id: true,
      businessKey: true,
      kind: true,
      paymentType: true,
      userId: true,
      state: true,
      amountCents: true,
      movedCents: true,
      scheduleId: true,
      lookUps: true,
      attempts: {
        select: {
          provider: true,
          providerKey: true,
          providerReference: true,
          processId: true,
          sentAt: true,
          finishedAt: true,
        },
      },
    },
  });
  return payments.map(({ amountCents, movedCents, ...payment }) => ({
    ...payment,
    amountCents: Number(amountCents),
    /** Less where the processor approved a part only. */
    movedCents: Number(movedCents ?? amountCents),
  }));
}

export type OurPayment = Awaited<ReturnType<typeof ourPayments>>[number];

/** When processes of the storm were declared gone, by their ids. */
export async function endsOfProcesses({ db }: Services): Promise<Map<string, Date>> {
  const processes = await db.read.process.findMany({ select: { id: true, endedAt: true } });
  return new Map(processes.flatMap(({ id, endedAt }) => (endedAt === null ? [] : [[id, endedAt] as const])));
}

/** The payments whose processor left its answer out at least once. */
export async function idsOnceUnknown({ db }: Services): Promise<Set<string>> {
  const events = await db.read.auditEvent.findMany({
    where: { action: "payments.outcome", after: { path: ["state"], equals: "UNKNOWN" } },
    select: { requestId: true },
  });
  return new Set(events.map(({ requestId }) => requestId));
}

const LEDGER_SUMS = {
  name: "storm.ledger-sums",
  text: `SELECT coalesce(sum(e.amount_cents), 0)::text AS "allCents",
                coalesce(sum(e.amount_cents) FILTER (WHERE (a.code LIKE 'clearing:%' OR a.code = 'cash:bank')
                  AND i.business_key LIKE $1 AND i.kind <> 'MANUAL'), 0)::text AS "heldCents"
         FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
         JOIN ledger_transaction t ON t.id = e.transaction_id LEFT JOIN payment_intent i ON i.id = t.intent_id`,
};

/**
 * What is wrong within our own books: the ledger, the balances, the audit chain. A sentence each. `takenCents` is what the
 * processors took less what they paid out, be it with them still or in the bank.
 */
export async function ownProblems(
  { db, vault }: Services,
  prefix: string,
  takenCents: number,
): Promise<string[]> {
  const [sums] = await db.read.sql<{ allCents: string; heldCents: string }>(LEDGER_SUMS, [`${prefix}%`]);
  const [allCents, heldCents] = [Number(sums?.allCents), Number(sums?.heldCents)];
  const drifted = await findDriftedBalances(db.read);
  await linkChains({ db, vault });
  const broken = await verifyChains(db.read, vault);
  return [
    ...(allCents === 0 ? [] : [`the ledger sums to ${allCents} cents`]),
    ...(heldCents === takenCents
      ? []
      : [`the ledger has ${heldCents} cents with the processors, their books ${takenCents}`]),
    ...drifted.map(
      ({ userId, cachedCents, ledgerCents }) =>
        `user ${userId} has a balance of ${cachedCents} cents, and ${ledgerCents} in the ledger`,
    ),
    ...(broken.length === 0 ? [] : [`${broken.length} findings in the audit`]),
  ];
}
