import { randomUUID } from "node:crypto";
import { type PaymentKind, type PaymentState, Prisma, type Tx } from "@countinghouse/db";
import { isLookedUp, isPaid, isWaiting } from "@countinghouse/validators/payments/states";
import type { Core } from "../core.ts";
import { writeAsJob } from "../job-writes.ts";
import { businessKey } from "../payments/business-key.ts";
import { lockIntent } from "../payments/engine/intent-row.ts";
import { moveIntent } from "../payments/state.ts";
import { cancelUnsent } from "./cancel-unsent.ts";
import { unknownEntries } from "./compare.ts";
import type { SentJournal } from "./journal.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { isKeyIdle, standsInPlace } from "./stands-in-place.ts";

const JOB = "recovery";

type BookServices = Pick<Core, "db" | "vault" | "now" | "log">;

/** What came of the payments of the journal that are unknown here. */
export interface Booked {
  booked: number;
  /** Those that wait for another one to be known first. */
  waiting: number;
  refused: number;
}

/** Why an entry can not be written again: for good, or only for now. */
class NotBooked extends Error {
  readonly isForNow: boolean;
  constructor(reason: string, { isForNow = false } = {}) {
    super(reason);
    this.isForNow = isForNow;
  }
}

const WAITS_FOR_SALE = "The payment it refunds has no known outcome yet. Book again when it is known.";
const WAITS_FOR_OTHER =
  "Another payment for the same purpose has no known outcome yet. This one is booked automatically if that one failed.";
const SALE_UNKNOWN = "The payment it refunds is not paid here.";
const SENT_FROM_HERE = "It was also sent from here under another key. Check both at the processor.";
const KEY_TAKEN = "Another payment is recorded here instead.";
const GONE = (what: string): string => `The ${what} it is about is not in this database.`;
const NOT_WRITTEN = "It could not be saved. The log has the reason.";
const BOOKED = "Found in the journal of sent payments. The processor is asked for the outcome.";

/**
 * Writes again what the journal has and this database has not, each in a transaction of its own, as a payment whose
 * outcome nobody knows: the processor is asked by its key once `leftAloneMs` have passed since it was sent. Done twice,
 * it is booked once. What can not be written again is kept with the reason; what was seen to by hand is left alone.
 */
export async function bookEntries(
  services: BookServices,
  journal: SentJournal,
  leftAloneMs: (kind: PaymentKind) => number,
): Promise<Booked> {
  const { db, log } = services;
  const environment = await db.read.environment.findFirstOrThrow();
  const seenTo = await db.read.recoveredPayment.findMany({
    where: { releasedAt: null, confirmedAt: { not: null } },
    select: { providerKey: true },
  });
  const leftOut = new Set(seenTo.map(({ providerKey }) => providerKey));
  const entries: JournalEntry[] = [];
  for await (const chunk of unknownEntries(db, journal, environment))
    entries.push(...(chunk ?? []).filter(({ key }) => !leftOut.has(key)));
  const result: Booked = { booked: 0, waiting: 0, refused: 0 };
  for (const entry of entries.sort(parentsFirst)) {
    try {
      if (await bookEntry(services, entry, leftAloneMs(entry.kind))) result.booked++;
    } catch (error) {
      const isForNow = error instanceof NotBooked && error.isForNow;
      if (!(error instanceof NotBooked)) log.error({ key: entry.key, error: String(error) }, "not booked");
      await leave(services, entry, { state: isForNow ? "FOUND" : "REFUSED", reason: describeReason(error) });
      result[isForNow ? "waiting" : "refused"]++;
    }
  }
  return result;
}

/**
 * Tries again, once Book was pressed, what had to wait or could not be booked: what stood in its way may have failed
 * meanwhile. Does nothing where there is nothing of that kind.
 */
export async function bookWaiting(
  services: BookServices,
  journal: SentJournal,
  leftAloneMs: (kind: PaymentKind) => number,
): Promise<void> {
  const { read } = services.db;
  const where = {
    releasedAt: null,
    confirmedAt: null,
    state: { not: "BOOKED" },
    reason: { not: "" },
  } as const;
  if ((await read.recoveredPayment.findFirst({ where, select: { providerKey: true } })) !== null)
    await bookEntries(services, journal, leftAloneMs);
}

/** Writes down why it is not booked; nothing where that is known. */
const leave = (
  services: BookServices,
  { key, userId, intentId }: JournalEntry,
  left: { state: "FOUND" | "REFUSED"; reason: string },
): Promise<null> =>
  writeAsJob(services, JOB, async ({ tx }) => {
    const { count } = await tx.recoveredPayment.updateMany({
      where: { providerKey: key, confirmedAt: null, NOT: left },
      data: left,
    });
    const event = { subject: { type: "user", id: userId }, after: { key, ...left } };
    return {
      result: null,
      audit: count === 0 ? null : { action: "recovery.notBooked", requestId: intentId, events: [event] },
    };
  });

/** What gives back or repeats another payment was sent after it. */
const parentsFirst = (one: JournalEntry, other: JournalEntry): number =>
  one.sentAt.getTime() - other.sentAt.getTime() ||
  Number(one.parentId !== null) - Number(other.parentId !== null);

function describeReason(error: unknown): string {
  if (error instanceof NotBooked) return error.message;
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002"
    ? KEY_TAKEN
    : NOT_WRITTEN;
}

/** Returns whether it was written now; false where somebody else did meanwhile. */
function bookEntry(services: BookServices, entry: JournalEntry, leftAloneMs: number): Promise<boolean> {
  return writeAsJob(services, JOB, async ({ tx, now: at }) => {
    const { key, provider, intentId, userId, kind, amountCents, sentAt } = entry;
    // Of two who book at the same moment one waits here for the other.
    await tx.$executeRaw`SELECT 1 FROM recovered_payment WHERE provider_key = ${key} FOR UPDATE`;
    const where = { providerKey: key };
    if ((await tx.paymentAttempt.findUnique({ where, select: { id: true } })) !== null)
      return { result: false, audit: null };
    const state = await stateHere(tx, entry);
    await refuseUnknownSale(tx, entry);
    const cancelled = await cancelOthers(tx, entry, state);
    if (state === null) {
      await refuseGone(tx, entry);
      await refuseTaken(tx, entry);
      await createIntent(tx, entry);
    }
    await moveIntent(tx, intentId, ...pathFrom(state));
    await tx.paymentAttempt.create({
      data: { intentId, sequence: 1, provider, providerKey: key, sentAt },
    });
    const askAt = new Date(Math.max(at.getTime(), sentAt.getTime() + leftAloneMs));
    await tx.paymentIntent.update({
      where: { id: intentId },
      data: { dueAt: askAt, failureMessage: BOOKED },
    });
    await tieToBulkItem(tx, entry, at);
    await tx.recoveredPayment.updateMany({ where, data: { state: "BOOKED", reason: "", bookedAt: at } });
    const event = {
      subject: { type: "user", id: userId },
      before: state && { paymentId: intentId, state },
      after: { paymentId: intentId, state: "UNKNOWN", kind, amountCents, key, sentAt, cancelled },
    };
    return { result: true, audit: { action: "recovery.booked", requestId: intentId, events: [event] } };
  });
}

/** Where the payment stands here; null where it is unknown. Throws NotBooked where it went another way here. */
async function stateHere(tx: Tx, { intentId }: JournalEntry): Promise<PaymentState | null> {
  const here = await lockIntent(tx, intentId, { wait: true });
  if (here === null || isWaiting(here.state)) return here?.state ?? null;
  const isSent = (await tx.paymentAttempt.count({ where: { intentId } })) > 0;
  throw new NotBooked(isSent ? SENT_FROM_HERE : `Its state here is ${here.state}, and it was not sent.`);
}

/** One that waited here is being sent by now, so that it is not cancelled with the others. */
const pathFrom = (state: PaymentState | null): [from: PaymentState, path: PaymentState[]] =>
  state === "READY" ? ["SENDING", ["UNKNOWN"]] : ["CREATED", ["READY", "SENDING", "UNKNOWN"]];

/** A refund is looked up by what the processor calls the sale: before that is known, it would know of nothing. */
async function refuseUnknownSale(tx: Tx, { kind, parentId }: JournalEntry): Promise<void> {
  if (kind !== "REFUND" || parentId === null) return;
  const sale = await tx.paymentIntent.findUnique({ where: { id: parentId }, select: { state: true } });
  if (sale === null) {
    const where = { intentId: parentId, state: "FOUND", releasedAt: null } as const;
    const waits = await tx.recoveredPayment.findFirst({ where, select: { providerKey: true } });
    throw waits === null ? new NotBooked(GONE("payment")) : new NotBooked(WAITS_FOR_SALE, { isForNow: true });
  }
  if (isPaid(sale.state) || sale.state === "CHARGED_BACK") return;
  const isForNow = isLookedUp(sale.state);
  throw new NotBooked(isForNow ? WAITS_FOR_SALE : SALE_UNKNOWN, { isForNow });
}

/** Whoever began another payment of this customer did not know of this one, which is kept itself where it waits here. */
async function cancelOthers(
  tx: Tx,
  { userId, intentId }: JournalEntry,
  state: PaymentState | null,
): Promise<string[]> {
  if (state === "READY") await moveIntent(tx, intentId, "READY", ["SENDING"]);
  return cancelUnsent(tx, userId);
}

/** Throws NotBooked where another payment stands in its place: for now while nobody knows what became of that one. */
async function refuseTaken(tx: Tx, entry: JournalEntry): Promise<void> {
  const other = await standsInPlace(tx, entry);
  if (other === "ASKED_ABOUT") throw new NotBooked(WAITS_FOR_OTHER, { isForNow: true });
  if (other === "FOR_GOOD") throw new NotBooked(KEY_TAKEN);
}

async function createIntent(tx: Tx, entry: JournalEntry): Promise<void> {
  const { key: _key, provider: _provider, bulkItemId: _item, intentId, last4, sentAt, ...facts } = entry;
  const maker = { where: { id: facts.createdById ?? "" }, select: { id: true } };
  const isMakerHere = facts.createdById !== null && (await tx.admin.findUnique(maker)) !== null;
  const { businessKey: wanted } = facts;
  const isIdle = await isKeyIdle(tx, wanted);
  await tx.paymentIntent.create({
    data: {
      ...facts,
      id: intentId,
      businessKey: isIdle ? businessKey.recovered(wanted, entry.key) : wanted,
      instrumentLast4: last4,
      createdAt: sentAt,
      createdById: isMakerHere ? facts.createdById : null,
    },
  });
}

/** What a payment is about has to be here. Throws NotBooked. */
async function refuseGone(tx: Tx, entry: JournalEntry): Promise<void> {
  const { userId, applicationId, cardId, bankAccountId, scheduleId, parentId } = entry;
  const select = { id: true } as const;
  const found: [string, string | number | null, (id: never) => Promise<object | null>][] = [
    ["customer", userId, (id) => tx.user.findUnique({ where: { id }, select })],
    ["application", applicationId, (id) => tx.application.findUnique({ where: { id }, select })],
    ["card", cardId, (id) => tx.card.findUnique({ where: { id }, select })],
    ["account", bankAccountId, (id) => tx.bankAccount.findUnique({ where: { id }, select })],
    ["scheduled payment", scheduleId, (id) => tx.paymentSchedule.findUnique({ where: { id }, select })],
    ["payment", parentId, (id) => tx.paymentIntent.findUnique({ where: { id }, select })],
  ];
  for (const [what, id, find] of found)
    if (id !== null && (await find(id as never)) === null) throw new NotBooked(GONE(what));
}

/** The row of a bulk job follows the payment it had, and is not paid once more. */
const tieToBulkItem = (tx: Tx, { bulkItemId, intentId, last4 }: JournalEntry, at: Date) =>
  bulkItemId === null
    ? Promise.resolve()
    : tx.bulkItem.updateMany({
        where: { id: bulkItemId, intentId: null, state: { in: ["WAITING", "CLAIMED"] } },
        data: { state: "CLAIMED", claimedBy: randomUUID(), claimedUntil: at, intentId, last4 },
      });
