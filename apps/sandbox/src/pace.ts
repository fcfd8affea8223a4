import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import { z } from "zod";
import { readJson } from "./json-body.ts";

const ms = z.number().int().min(0).max(60_000);
/** From the least to the most. */
const span = z.tuple([ms, ms]).refine(([least, most]) => least <= most);

/** How long a vendor works on every call, before and after its effect; each time anew between the two bounds. */
export interface VendorPace {
  beforeMs: [least: number, most: number];
  afterMs: [least: number, most: number];
}

/** How fast the vendors work. Without a pace of its own one takes no longer than its program does. */
export interface Pace {
  set(provider: string, pace: VendorPace): void;
  list(): Record<string, VendorPace>;
  clear(): void;
  has(provider: string): boolean;
  /** Does the work of a call at the vendor's pace. */
  keep(provider: string, work: () => Promise<void>): Promise<void>;
}

/** No vendor has a pace yet. */
export function createPace(): Pace {
  const paces = new Map<string, VendorPace>();
  return {
    set: (provider, pace) => paces.set(provider, pace),
    list: () => Object.fromEntries(paces),
    clear: () => paces.clear(),
    has: (provider) => paces.has(provider),
    keep: async (provider, work) => {
      const pace = paces.get(provider);
      if (!pace) return work();
      await sleep(within(pace.beforeMs));
      await work();
      await sleep(within(pace.afterMs));
    },
  };
}

const within = ([least, most]: [number, number]): number => least + Math.random() * (most - least);

/** GET lists, PUT sets the pace of a vendor, DELETE takes every pace away. */
export function paceRoutes(pace: Pace, vendorNames: readonly string[]): Hono {
  const schema = z.strictObject({ provider: z.enum(vendorNames), beforeMs: span, afterMs: span });
  return new Hono()
    .get("/", (c) => c.json(pace.list()))
    .put("/", async (c) => {
      const { provider, ...asked } = await readJson(c, schema);
      pace.set(provider, asked);
      return c.body(null, 204);
    })
    .delete("/", (c) => {
      pace.clear();
      return c.body(null, 204);
    });
}
