import type { Services } from "@countinghouse/api/services";
import type { Database } from "@countinghouse/db";
import { type Listener, listen } from "@countinghouse/db/listen";
import { createTurns, type Turns } from "./turns.ts";

/** The channel on which processes wake the workers of all processes. The payload is the name of the work. */
const WORK_CHANNEL = "work";

export interface Bell {
  /** Wakes the workers for this work, in every process. A lost wake-up delays the work, but never loses it. */
  ring(name: string): void;
  /** Calls the function of a work at each wake-up for it, and all functions after each connection: wake-ups can be lost. */
  hear(works: ReadonlyMap<string, () => void>): void;
  close(): Promise<void>;
}

export type BellDatabase = Pick<Database, "pool" | "directUrl">;

/** Wakes workers by PostgreSQL's NOTIFY. Wake-ups of one name that wait for an earlier one are sent as one. */
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
