import type { DriftWhat } from "@countinghouse/validators/drift/rules";

/** Something outside that was held against what is meant here. */
export interface Held {
  what: DriftWhat;
  /** Names it among those of its kind. */
  subject: string;
  userId: number | null;
  /** What is meant and what stands outside, in words; null where they are the same. */
  differs: { ours: string; theirs: string } | null;
}

/** What one system was asked, and what it had: what it was not asked about is not told. */
export interface Asked {
  held: Held[];
  /** Why it was not asked to the end, in words; null where it was. */
  unanswered: string | null;
}

/** What was told within so many days is compared each night, what is older once a month. */
export const LATELY_DAYS = 7;
export const MONTH_DAYS = 30;

/** At most so many of a kind are compared in one night. */
export const MOST_COMPARED = 5_000;

/** Vendors ask not to be asked in haste. */
const AT_ONCE = 8;

/** Does the work for each, a few at once, until one fails. Returns why it failed, or null. */
export async function askEach<Item>(
  items: readonly Item[],
  ask: (item: Item) => Promise<void>,
  whyFailed: (error: unknown) => string,
): Promise<string | null> {
  const queue = items.values();
  let failed: string | null = null;
  const worker = async () => {
    for (const item of queue) {
      if (failed !== null) return;
      await ask(item).catch((error: unknown) => {
        failed ??= whyFailed(error);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failed;
}
