import type { Services } from "@countinghouse/api/services";
import { createNotifier, type Listener, listen } from "@countinghouse/db/listen";
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

/** Wakes workers by PostgreSQL's NOTIFY. Rings of one name that come while one is on its way go out as one. */
export function createBell(databaseUrl: string, log: Services["log"]): Bell {
  const notifier = createNotifier(databaseUrl, WORK_CHANNEL);
  const rings = new Map<string, Turns>();
  const listeners: Listener[] = [];
  const createRing = (name: string) => {
    const known = rings.get(name);
    if (known) return known;
    const made = createTurns(
      () => notifier.notify(name),
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
      listeners.push(listen(databaseUrl, WORK_CHANNEL, hearing));
    },
    close: async () => {
      await Promise.all(listeners.map((listener) => listener.close()));
      await Promise.all([...rings.values()].map((ring) => ring.stop()));
      await notifier.close();
    },
  };
}
