import type { ViewContent } from "@countinghouse/validators/lists/schemas";
import { can } from "@countinghouse/validators/roles";
import { COUNTERS, type Counted, type CountingCtx } from "./counters.ts";

/** So long a process says what it counted last. */
const KEPT_MS = 15_000;
/** More figures than that are not kept in mind. */
const MOST_KEPT = 2_000;

interface Kept {
  at: number;
  count: Promise<number>;
}

const keptBy = new WeakMap<CountingCtx["db"], Map<string, Kept>>();

/**
 * How many rows each of these views shows, of lists that can be counted at once (`COUNTERS`) and that the actor may read. More than
 * `MOST_COUNTED` are said to be that many.
 */
export async function countRows(
  ctx: CountingCtx,
  views: readonly { id: string; list: string; content: ViewContent }[],
): Promise<{ id: string; count: number }[]> {
  const counted = views.map(async ({ id, list, content: { params } }) => {
    const counter = COUNTERS.get(list);
    if (counter === undefined || !can(ctx.actor.role, counter.needs)) return [];
    const asked = counter.counted(ctx, params);
    return asked === null ? [] : [{ id, count: await countOnce(ctx, list, asked) }];
  });
  return (await Promise.all(counted)).flat();
}

/** Asked by many at once it is counted once. */
function countOnce({ db, now }: CountingCtx, list: string, asked: Counted): Promise<number> {
  const kept = keptBy.get(db) ?? new Map<string, Kept>();
  keptBy.set(db, kept);
  const key = JSON.stringify([list, asked.key]);
  const at = now().getTime();
  const known = kept.get(key);
  if (known !== undefined && at - known.at < KEPT_MS) return known.count;
  if (kept.size > MOST_KEPT) kept.clear();
  const count = asked.count();
  kept.set(key, { at, count });
  count.catch(() => kept.delete(key));
  return count;
}
