import { createHash } from "node:crypto";
import type { Core } from "../core.ts";
import { foldWork } from "./kept.ts";
import { type Cause, type ConsideredItem, considerItems, countItems, readCauses } from "./list.ts";

export interface WithWorkPulse {
  /** What waits for people, as the whole process knows it. */
  workPulse: WorkPulse;
}

export interface WorkNews {
  waiting: number;
  mine: number;
  /** Another one as soon as the list is another one: an item more or less, or who works on it. */
  stamp: string;
}

export interface WorkPulse {
  /** Every item, with who works on it at this moment. */
  items(): Promise<ConsideredItem[]>;
  /**
   * The news for an admin. Whoever asks within a second of another one, and has heard no further notice, is told what that one was:
   * `notices` is how many were heard.
   */
  read(adminId: string, notices?: number): Promise<WorkNews>;
}

interface Times {
  /** Causes are not read again within so many ms; 0 reads them each time. */
  freshMs: number;
  /** However long reading takes, what is known is never older than this without being read again, in ms. */
  longestMs: number;
}

const TIMES: Times = { freshMs: 900, longestMs: 60_000 };
/** Reading takes a tenth of the time at most. */
const REST_FACTOR = 10;

interface Known {
  causes: Cause[];
  readAt: number;
  tookMs: number;
  /** Notices that had been heard by then. */
  notices: number;
}

/**
 * One reader of the causes for all who look in this process, which folds what changed first. What was read is looked at until ten times as long has gone by as
 * reading took, and while it is read again: many who look cost no more than one, and none of them waits. Who works on what is read
 * at each look.
 */
export function createWorkPulse(services: Pick<Core, "db" | "now" | "log">, times = TIMES): WorkPulse {
  const { db, now } = services;
  let known: Known | null = null;
  let reading: Promise<Known> | null = null;
  const read = (notices: number): Promise<Known> => {
    reading ??= readOnce(notices).finally(() => {
      reading = null;
    });
    return reading;
  };
  const readOnce = async (notices: number): Promise<Known> => {
    const began = performance.now();
    await foldWork(services);
    const causes = await readCauses(db.read, now());
    const readAt = performance.now();
    known = { causes, readAt, tookMs: readAt - began, notices };
    return known;
  };
  const causes = async (notices: number): Promise<Cause[]> => {
    const held = known;
    if (times.freshMs === 0) return (await readOnce(notices)).causes;
    if (held === null) return (await read(notices)).causes;
    const leastMs = notices === held.notices ? times.freshMs : 0;
    const restMs = Math.min(times.longestMs, Math.max(leastMs, held.tookMs * REST_FACTOR));
    const ageMs = performance.now() - held.readAt;
    if (ageMs <= restMs) return held.causes;
    const again = read(notices);
    if (ageMs > restMs + times.longestMs) return (await again).causes;
    // A failure is told to whoever looks once nothing else is left to show.
    again.catch(() => {});
    return held.tookMs < times.freshMs ? (await again).causes : held.causes;
  };
  let told: { at: number; notices: number; news: Promise<{ all: ConsideredItem[]; stamp: string }> } | null =
    null;
  const itemsAt = async (notices: number) => considerItems(db.read, await causes(notices), now());
  return {
    items: () => itemsAt(Number.NaN),
    read: async (adminId, notices = 0) => {
      const at = performance.now();
      if (told === null || told.notices !== notices || at - told.at >= times.freshMs) {
        const news = itemsAt(notices).then((all) => ({ all, stamp: fingerprint(all) }));
        told = { at, notices, news };
        news.catch(() => {
          told = null;
        });
      }
      const { all, stamp } = await told.news;
      return { ...countItems(all, adminId), stamp };
    },
  };
}

function fingerprint(items: readonly ConsideredItem[]): string {
  const hash = createHash("sha256");
  for (const { kind, key, said, heldBy, assignedTo, state } of items)
    hash.update(JSON.stringify([kind, key, said, heldBy, assignedTo, state]));
  return hash.digest("base64url").slice(0, 16);
}
