import type { Services } from "@countinghouse/api/services";
import type { Database } from "@countinghouse/db";
import { type Listener, listen } from "@countinghouse/db/listen";
import { createTurns, type Turns } from "./turns.ts";

/** The channel on which processes wake one another's workers; the payload is the name of the work. */
const WORK_CHANNEL = "work";

export interface Bell {
  /** Wakes whoever does this work, in every process. Losing a wake-up delays, never loses. */
  ring(name: string): void;
  /** Calls `wake` at every ring for one of these names, and for all of them after each connection: rings may be lost. */
  hear(works: ReadonlyMap<string, () => void>): void;
  close(): Promise<void>;
}

export type BellDatabase = Pick<Database, "pool" | "directUrl">;

/** Wakes workers by PostgreSQL's NOTIFY. Rings of one name that come while one is on its way go out as one. */
export function createBell({ pool, directUrl }: BellDatabase, log: Services["log"]): Bell {
  const rings = new Map<string, Turns>();
  const listeners: Listener[] = [];
  const createRing = (name: string) => {
    const known = rings.get(name);
    if (known) return known;
    const made = createTurns(
      () => pool.query("SELECT pg_notify($1, $2)", [WORK_CHANNEL, name]),
      (error) => log.warn({ error: String(error) }, "wake-up lost"),
    );
    rings.set(name, made);
    return made;
  };
  return {
    ring: (name) => void createRing(name).next(),
    hear: (works) => {
      const hearing = {
        onNotice: (name: string) => works.get(name)?.(),
        onConnected: () => {
          for (const wake of works.values()) wake();
        },
        onLost: () => log.warn({}, "wake-ups are not heard; the sweeps find what is due"),
      };
      listeners.push(listen(directUrl, WORK_CHANNEL, hearing));
    },
    close: async () => {
      await Promise.all(listeners.map((listener) => listener.close()));
      await Promise.all([...rings.values()].map((ring) => ring.stop()));
    },
  };
}
