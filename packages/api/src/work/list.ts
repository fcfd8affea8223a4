import type { ReadDb, Statement } from "@countinghouse/db";
import { can } from "@countinghouse/validators/roles";
import {
  calculatePriority,
  type Holder,
  MOST_WORK,
  type Priority,
  WORK_DONE_DAYS,
  WORK_KIND_NAMES,
  type WorkState,
  type WorkView,
  workDueOn,
  workState,
} from "@countinghouse/validators/work/rules";
import type { ListWork } from "@countinghouse/validators/work/schemas";
import type { AdminCtx } from "../context.ts";
import { EVERY_CAUSE, MOST_OF_A_KIND, type WorkFact, waitingFacts } from "./facts.ts";
import type { WithWorkPulse } from "./pulse.ts";
import { readTargets, targetDays } from "./targets.ts";

/** Something that waits for a person. Cents. */
export interface WorkItem extends WorkFact {
  userName: string | null;
  dueOn: string;
  priority: Priority;
  /** Who works on it now, and until when that holds. */
  heldBy: (Holder & { until: Date }) | null;
  assignedTo: Holder | null;
  snoozedUntil: Date | null;
  /** When somebody said that it is done, and why. */
  done: { at: Date; by: string; reason: string } | null;
}

/** A cause with how many of its kind there are. */
export type Cause = WorkFact & { ofKind: number };

/** What staff do about an item, as far as it still counts. */
interface HandlingRow {
  kind: string;
  key: string;
  heldBy: string | null;
  heldByName: string | null;
  heldUntil: Date | null;
  assignedTo: string | null;
  assignedToName: string | null;
  snoozedUntil: Date | null;
  doneAt: Date | null;
  doneByName: string | null;
  reason: string | null;
}

/** $1 is now. What is over is not read: items that ended leave their rows behind. */
const HANDLING: Statement = {
  name: "work.handling",
  text: `SELECT w.kind, w.key, w.held_by_id::text AS "heldBy", held.full_name AS "heldByName", w.held_until AS "heldUntil",
    w.assigned_to_id::text AS "assignedTo", assigned.full_name AS "assignedToName", w.snoozed_until AS "snoozedUntil",
    w.done_at AS "doneAt", done.full_name AS "doneByName", w.reason
  FROM work_item w LEFT JOIN admin held ON held.id = w.held_by_id LEFT JOIN admin assigned ON assigned.id = w.assigned_to_id
    LEFT JOIN admin done ON done.id = w.done_by_id
  WHERE w.held_until > $1 OR w.assigned_to_id IS NOT NULL OR w.snoozed_until > $1
    OR w.done_at > $1::timestamptz - interval '${WORK_DONE_DAYS} days'`,
};

const NAMES: Statement = {
  name: "work.names",
  text: `SELECT id, coalesce(nullif(trim(firstname || ' ' || lastname), ''), nullif(business_name, ''), 'User ' || id) AS name
    FROM users WHERE id = ANY ($1::int[])`,
};

/**
 * Returns the items of a view, MOST_WORK at most: open items by priority, snoozed ones by their day, done ones from the latest. With
 * them come the counts of each view and of each kind of the view.
 */
export async function listWork(ctx: AdminCtx<WithWorkPulse>, { view, kind, userId }: ListWork) {
  const [stored, admins] = await Promise.all([ctx.services.workPulse.items(), staff(ctx)]);
  const shown = byView(stored, ctx.actor.id);
  const ordered = ofFilters(shown[view], { kind, userId }).sort(ORDERS[view]);
  const first = ordered.slice(0, MOST_WORK);
  const names = await readNames(ctx, first);
  return {
    items: first.map((item): WorkItem => workItem(item, names)),
    total: userId === null ? countOf(view, ordered) : ordered.length,
    counts: {
      team: countAll(shown.team),
      mine: shown.mine.length,
      snoozed: shown.snoozed.length,
      done: shown.done.length,
    },
    kinds: WORK_KIND_NAMES.map((name) => ({
      kind: name,
      count: countShown(
        shown[view].filter((item) => item.kind === name),
        view === "team",
      ),
    })),
    staff: admins,
  };
}

const ofFilters = (items: readonly ConsideredItem[], { kind, userId }: Omit<ListWork, "view">) =>
  items.filter(
    (item) => (kind === null || item.kind === kind) && (userId === null || item.userId === userId),
  );

type Order = (one: ConsideredItem, other: ConsideredItem) => number;
const timeOf = (at: Date | null): number => at?.getTime() ?? 0;
const byPriority: Order = (one, other) =>
  other.priority.score - one.priority.score || timeOf(one.since) - timeOf(other.since);

const ORDERS: Readonly<Record<WorkView, Order>> = {
  team: byPriority,
  mine: byPriority,
  snoozed: (one, other) => timeOf(one.snoozedUntil) - timeOf(other.snoozedUntil) || byPriority(one, other),
  done: (one, other) => timeOf(other.doneAt) - timeOf(one.doneAt),
};

/** How many items a view with these filters shows to this admin. */
export async function countWork(
  { services, actor }: AdminCtx<WithWorkPulse>,
  { view, kind, userId }: ListWork,
) {
  const shown = byView(await services.workPulse.items(), actor.id)[view];
  return countOf(view, ofFilters(shown, { kind, userId }));
}

const byView = (items: readonly ConsideredItem[], adminId: string) => {
  const { open = [], snoozed = [], done = [] } = Object.groupBy(items, ({ state }) => state);
  return { team: open, mine: open.filter(({ assignedTo }) => assignedTo === adminId), snoozed, done };
};

const countOf = (view: WorkView, items: readonly ConsideredItem[]): number =>
  view === "team" ? countAll(items) : items.length;

/** Returns how many items are open, and how many of them are assigned to this admin. */
export function countItems(
  items: readonly ConsideredItem[],
  adminId: string,
): { waiting: number; mine: number } {
  const waiting = items.filter(({ state }) => state === "open");
  return {
    waiting: countAll(waiting),
    mine: waiting.filter(({ assignedTo }) => assignedTo === adminId).length,
  };
}

/** An item with what follows from its facts now. */
export type ConsideredItem = Cause &
  Omit<HandlingRow, "kind" | "key"> & { dueOn: string; priority: Priority; state: WorkState };

/** Every cause that waits now. */
export const readCauses = async (db: ReadDb, now: Date): Promise<Cause[]> =>
  waitingFacts(await db.sql<Cause & Record<string, unknown>>(EVERY_CAUSE, [now]), now);

const UNTOUCHED = {
  heldBy: null,
  heldByName: null,
  heldUntil: null,
  assignedTo: null,
  assignedToName: null,
  snoozedUntil: null,
  doneAt: null,
  doneByName: null,
  reason: null,
};

/** These causes with what staff do about them now, and what follows from that. */
export async function considerItems(
  db: ReadDb,
  causes: readonly Cause[],
  now: Date,
): Promise<ConsideredItem[]> {
  const [handling, targets] = await Promise.all([
    db.sql<HandlingRow & Record<string, unknown>>(HANDLING, [now]),
    readTargets(db),
  ]);
  const byName = new Map(handling.map(({ kind, key, ...row }) => [`${kind}:${key}`, row]));
  return causes.map((cause) => {
    const item = { ...cause, ...(byName.get(`${cause.kind}:${cause.key}`) ?? UNTOUCHED) };
    const dueOn = workDueOn(item.since, item.deadline, targetDays(targets, item.kind));
    return {
      ...item,
      dueOn,
      priority: calculatePriority({ moneyCents: item.moneyCents, dueOn, since: item.since }, now),
      state: workState(item, item.latest, now),
      ...(item.heldUntil !== null && item.heldUntil <= now && { heldBy: null }),
    };
  });
}

function workItem(item: ConsideredItem, names: ReadonlyMap<number, string>): WorkItem {
  const {
    heldBy,
    heldByName,
    heldUntil,
    assignedTo,
    assignedToName,
    snoozedUntil,
    doneAt,
    doneByName,
    reason,
    state,
    ofKind: _,
    ...rest
  } = item;
  const isDone = state === "done" && doneAt !== null;
  return {
    ...rest,
    userName: item.userId === null ? null : (names.get(item.userId) ?? ""),
    heldBy:
      heldBy === null || heldUntil === null ? null : { id: heldBy, name: heldByName ?? "", until: heldUntil },
    assignedTo: assignedTo === null ? null : { id: assignedTo, name: assignedToName ?? "" },
    snoozedUntil: state === "snoozed" ? snoozedUntil : null,
    done: isDone ? { at: doneAt, by: doneByName ?? "", reason: reason ?? "" } : null,
  };
}

async function readNames(ctx: AdminCtx, items: readonly WorkFact[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(items.flatMap(({ userId }) => userId ?? []))];
  const rows = await ctx.db.sql<{ id: number; name: string }>(NAMES, [ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How many items of one kind these stand for: of a kind with more than are read at once, all of it. */
const countShown = (items: readonly ConsideredItem[], isTeam: boolean): number => {
  const [first] = items;
  return isTeam && first !== undefined && first.ofKind > MOST_OF_A_KIND ? first.ofKind : items.length;
};

const countAll = (items: readonly ConsideredItem[]): number =>
  [...Map.groupBy(items, ({ kind }) => kind).values()].reduce(
    (sum, ofKind) => sum + countShown(ofKind, true),
    0,
  );

/** Who may be given an item. */
async function staff(ctx: AdminCtx): Promise<Holder[]> {
  const admins = await ctx.db.admin.findMany({
    where: { status: "ACTIVE" },
    select: { id: true, fullName: true, role: true },
    orderBy: { fullName: "asc" },
  });
  return admins
    .filter(({ role }) => can(role, "work.handle"))
    .map(({ id, fullName }) => ({ id, name: fullName }));
}
