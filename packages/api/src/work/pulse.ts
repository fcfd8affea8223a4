import { createHash } from "node:crypto";
import type { Core } from "../core.ts";
import { type ConsideredItem, countItems, readItems } from "./list.ts";

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
  /** The news for an admin; the causes are read at most once in `freshMs`, however many ask. */
  read(adminId: string): Promise<WorkNews>;
}

const FRESH_MS = 900;

/** One reader of the causes for all browsers that follow in this process. */
export function createWorkPulse({ db, now }: Pick<Core, "db" | "now">, freshMs = FRESH_MS): WorkPulse {
  let known: { at: number; items: Promise<ConsideredItem[]> } | null = null;
  const items = (): Promise<ConsideredItem[]> => {
    const at = performance.now();
    if (known !== null && at - known.at < freshMs) return known.items;
    const read = readItems(db.read, now());
    known = { at, items: read };
    read.catch(() => {
      known = null;
    });
    return read;
  };
  return {
    read: async (adminId) => {
      const all = await items();
      return { ...countItems(all, adminId), stamp: stampOf(all) };
    },
  };
}

function stampOf(items: readonly ConsideredItem[]): string {
  const hash = createHash("sha256");
  for (const { kind, key, said, heldBy, assignedTo, putOff } of items)
    hash.update(JSON.stringify([kind, key, said, heldBy, assignedTo, putOff]));
  return hash.digest("base64url").slice(0, 16);
}
