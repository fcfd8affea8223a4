import { setTimeout as pause } from "node:timers/promises";
import { HeldUpError } from "@countinghouse/db";
import { DomainError } from "../errors.ts";

/** How often what can not be divided is tried. */
const MOST_TRIES = 6;
/** Before the second try; before each further one so much longer. */
const PAUSE_MS = 250;

/**
 * Has things written together; where the database gave the transaction up for want of time, and nothing was written, in two
 * halves, and so on: on a busy machine an import goes slower and not away. Throws what is thrown otherwise, and that it was held
 * up where the same single thing is, again and again.
 */
export async function inHalves<Item>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<void>,
  { pauseMs = PAUSE_MS, tries = 1 }: { pauseMs?: number; tries?: number } = {},
): Promise<void> {
  try {
    await write(items);
  } catch (error) {
    if (!isHeldUp(error) || (items.length <= 1 && tries >= MOST_TRIES)) throw error;
    await pause(pauseMs * tries);
    if (items.length <= 1) return inHalves(items, write, { pauseMs, tries: tries + 1 });
    const middle = Math.ceil(items.length / 2);
    await inHalves(items.slice(0, middle), write, { pauseMs });
    await inHalves(items.slice(middle), write, { pauseMs });
  }
}

/** As a transaction says it, or a command. */
const isHeldUp = (error: unknown): boolean =>
  error instanceof HeldUpError || (error instanceof DomainError && error.code === "UNAVAILABLE");
