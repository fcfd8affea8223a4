import { MOST_COUNTED } from "@countinghouse/validators/lists/rules";
import type { ViewContent } from "@countinghouse/validators/lists/schemas";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { SCHEDULES_DUE } from "@countinghouse/validators/payment-schedules/rules";
import { UserFilters } from "@countinghouse/validators/users/schemas";
import type { AdminCtx } from "../context.ts";
import { dueSql } from "../payment-schedules/search.ts";
import { filterSql } from "../users/filters.ts";
import { namedStatement } from "../users/statement.ts";

/** So long a process says what it counted last. */
const KEPT_MS = 15_000;
/** More figures than that are not kept in mind. */
const MOST_KEPT = 2_000;

interface Kept {
  at: number;
  count: Promise<number>;
}

const keptBy = new WeakMap<AdminCtx["db"], Map<string, Kept>>();

/**
 * How many rows each of these views shows, of lists that can be counted at once: users by their filters, and scheduled
 * payments by when they are due. A search is not counted. More than `MOST_COUNTED` are said to be that many.
 */
export async function countRows(
  ctx: AdminCtx,
  views: readonly { id: string; list: string; content: ViewContent }[],
): Promise<{ id: string; count: number }[]> {
  const counted = views.map(async ({ id, list, content: { params } }) => {
    const asked = toCounted(list, params, newYorkDate(ctx.now()));
    return asked === null ? [] : [{ id, count: await countOnce(ctx, asked) }];
  });
  return (await Promise.all(counted)).flat();
}

interface Counted {
  from: string;
  condition: string;
  values: string[];
}

/** What a view of these parameters counts; null where nobody can say it at once. */
function toCounted(list: string, params: Record<string, string>, today: string): Counted | null {
  if (params.q) return null;
  if (list === "users") {
    const { stage, balance, nextDue, pastDue, lastPayment, tags } = params;
    const given = { stage, balance, nextDue, pastDue, lastPayment, tags: tags ? tags.split(",") : undefined };
    const { data: filters } = UserFilters.safeParse(
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    );
    if (filters === undefined) return null;
    const { condition, values } = filterSql(filters, today, 0);
    return { from: "user_standing s", condition: condition ?? "true", values };
  }
  if (list !== "payment-schedules" || params.user) return null;
  const due = SCHEDULES_DUE.find((each) => each === (params.due ?? "all"));
  if (due === undefined) return null;
  const condition = `$1::date IS NOT NULL AND ${dueSql(due, 1)}`;
  return { from: "payment_schedule s", condition, values: [today] };
}

/** Asked by many at once it is counted once. */
function countOnce(ctx: AdminCtx, asked: Counted): Promise<number> {
  const { db, now } = ctx;
  const kept = keptBy.get(db) ?? new Map<string, Kept>();
  keptBy.set(db, kept);
  const key = JSON.stringify(asked);
  const at = now().getTime();
  const known = kept.get(key);
  if (known !== undefined && at - known.at < KEPT_MS) return known.count;
  if (kept.size > MOST_KEPT) kept.clear();
  const count = countNow(ctx, asked);
  kept.set(key, { at, count });
  count.catch(() => kept.delete(key));
  return count;
}

async function countNow({ db }: AdminCtx, { from, condition, values }: Counted): Promise<number> {
  const [row] = await db.sql<{ count: number }>(
    namedStatement(
      "lists.count",
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${from} WHERE ${condition} LIMIT ${MOST_COUNTED}) c`,
    ),
    values,
  );
  return row?.count ?? 0;
}
