import { whyNotRevert } from "@countinghouse/validators/reverts/rules";
import { USER_FLAGS, type UserFlag } from "@countinghouse/validators/user-flags/rules";
import type { AdminCtx } from "../context.ts";

/** The procedure that takes back what was done, with what it is told beside the id of the request. */
export type Undo =
  | { by: "payments.cancelHeld"; input: { paymentId: string } }
  | { by: "bulkJobs.cancelHeld"; input: { batchId: string } }
  | { by: "reverts.start"; input: { batchId: string } }
  | { by: "approvals.withdraw"; input: { approvalId: string } }
  | { by: "notes.restore"; input: { id: string } }
  | { by: "users.setFlag"; input: { userId: number; version: number; flag: UserFlag; on: boolean } }
  | { by: "cards.setStatus"; input: { cardId: number; status: "ACTIVE" | "INACTIVE" } }
  | { by: "reconciledDays.undo"; input: { breakId: string } };

interface Event {
  id: string;
  action: string;
  subjectId: string;
  before: unknown;
  after: unknown;
}

type Finder = (ctx: AdminCtx, events: readonly Event[]) => Promise<ReadonlyMap<string, Undo>>;

const fact = ({ after }: Pick<Event, "after">, name: string): unknown =>
  typeof after === "object" && after !== null ? (after as Record<string, unknown>)[name] : undefined;

const texts = (events: readonly Event[], name: string): Map<string, string> =>
  new Map(
    events.flatMap((event) => {
      const value = fact(event, name);
      return typeof value === "string" ? [[event.id, value] as const] : [];
    }),
  );

/** What stands for each event whose row is among `rows`. */
const standing = <Id, Row extends { id: Id }>(
  ids: ReadonlyMap<string, Id>,
  rows: readonly Row[],
  undo: (row: Row, eventId: string) => Undo | null,
): Map<string, Undo> => {
  const byId = new Map(rows.map((row) => [row.id, row] as const));
  return new Map(
    [...ids].flatMap(([eventId, id]) => {
      const row = byId.get(id);
      const found = row === undefined ? null : undo(row, eventId);
      return found === null ? [] : [[eventId, found] as const];
    }),
  );
};

const heldPayments: Finder = async (ctx, events) => {
  const ids = texts(events, "paymentId");
  const rows = await ctx.db.paymentIntent.findMany({
    where: { id: { in: [...ids.values()] }, state: "READY", heldUntil: { gt: ctx.now() } },
    select: { id: true },
  });
  return standing(ids, rows, ({ id }) => ({ by: "payments.cancelHeld", input: { paymentId: id } }));
};

const batches: Finder = async (ctx, events) => {
  const ids = new Map(events.map(({ id, subjectId }) => [id, subjectId]));
  const rows = await ctx.db.bulkBatch.findMany({
    where: { id: { in: [...ids.values()] } },
    select: { id: true, kind: true, state: true, heldUntil: true, done: true },
  });
  return standing(ids, rows, ({ id: batchId, kind, state, heldUntil, done }) => {
    const isLive = state === "RUNNING" || state === "PAUSED";
    if (isLive && heldUntil !== null && heldUntil > ctx.now())
      return { by: "bulkJobs.cancelHeld", input: { batchId } };
    return done > 0 && whyNotRevert({ kind, state }) === null
      ? { by: "reverts.start", input: { batchId } }
      : null;
  });
};

const approvals: Finder = async (ctx, events) => {
  const ids = texts(events, "approvalId");
  const rows = await ctx.db.approval.findMany({
    where: { id: { in: [...ids.values()] }, state: "WAITING", makerId: ctx.actor.id },
    select: { id: true },
  });
  return standing(ids, rows, ({ id }) => ({ by: "approvals.withdraw", input: { approvalId: id } }));
};

const notes: Finder = async (ctx, events) => {
  const ids = new Map(events.map(({ id, subjectId }) => [id, subjectId]));
  const rows = await ctx.db.note.findMany({
    where: { id: { in: [...ids.values()] }, deletedAt: { not: null } },
    select: { id: true },
  });
  return standing(ids, rows, ({ id }) => ({ by: "notes.restore", input: { id } }));
};

const flags: Finder = async (ctx, events) => {
  const ids = new Map(events.map(({ id, subjectId }) => [id, Number(subjectId)]));
  const byEvent = new Map(events.map((event) => [event.id, event]));
  const rows = await ctx.db.user.findMany({ where: { id: { in: [...ids.values()] } } });
  return standing(ids, rows, (user, eventId) => {
    const event = byEvent.get(eventId);
    const flag = USER_FLAGS.find((name) => event !== undefined && typeof fact(event, name) === "boolean");
    if (event === undefined || flag === undefined || user[flag] !== fact(event, flag)) return null;
    const input = { userId: user.id, version: user.version, flag, on: !user[flag] };
    return { by: "users.setFlag", input };
  });
};

const cards: Finder = async (ctx, events) => {
  const ids = new Map(events.map(({ id, subjectId }) => [id, Number(subjectId)]));
  const byEvent = new Map(events.map((event) => [event.id, event]));
  const rows = await ctx.db.card.findMany({
    where: { id: { in: [...ids.values()] }, isPrimary: false },
    select: { id: true, status: true },
  });
  return standing(ids, rows, ({ id: cardId, status }, eventId) => {
    const event = byEvent.get(eventId);
    if (event === undefined || fact(event, "status") !== status) return null;
    return { by: "cards.setStatus", input: { cardId, status: status === "ACTIVE" ? "INACTIVE" : "ACTIVE" } };
  });
};

const breaks: Finder = async (ctx, events) => {
  const ids = texts(events, "breakId");
  const rows = await ctx.db.reconciliationBreak.findMany({
    where: { id: { in: [...ids.values()] }, resolution: "IGNORED" },
    select: { id: true, day: true },
  });
  const signed = await ctx.db.reconciliationCertificate.findMany({
    where: { day: { in: rows.map(({ day }) => day) } },
    select: { day: true },
  });
  const isSigned = (day: Date) => signed.some((each) => each.day.getTime() === day.getTime());
  return standing(ids, rows, ({ id, day }) =>
    isSigned(day) ? null : { by: "reconciledDays.undo", input: { breakId: id } },
  );
};

/** The actions that can be taken back, by what looks whether they still can. */
const FINDERS: readonly { of: (action: string) => boolean; find: Finder }[] = [
  { of: (action) => action === "payments.run", find: heldPayments },
  { of: (action) => action === "automation.run" || action.startsWith("bulkJobs.start."), find: batches },
  { of: (action) => action === "approvals.request", find: approvals },
  { of: (action) => action === "notes.delete", find: notes },
  { of: (action) => action === "users.setFlag", find: flags },
  { of: (action) => action === "cards.setStatus", find: cards },
  { of: (action) => action === "reconciledDays.ignore", find: breaks },
];

/** What would undo each of these events as things stand now, by the id of the event. */
export async function findUndo(ctx: AdminCtx, events: readonly Event[]): Promise<ReadonlyMap<string, Undo>> {
  const found = await Promise.all(
    FINDERS.map(async ({ of, find }) => {
      const theirs = events.filter(({ action }) => of(action));
      return theirs.length === 0 ? new Map<string, Undo>() : find(ctx, theirs);
    }),
  );
  return new Map(found.flatMap((each) => [...each]));
}
