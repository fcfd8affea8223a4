import { setTimeout as pause } from "node:timers/promises";
import type { OutboxState, ReadDb } from "@countinghouse/db";

export interface MailOutcome {
  /** QUEUED where the mail server has not taken it yet. */
  state: OutboxState;
  /** Why it was not taken the last time, in words for staff; empty where nothing failed so far. */
  why: string;
}

/** What a domain receives that says of a mail what came of it. */
export interface WithMailOutcome {
  /** What became of the mail of this key soon after it was queued. */
  mailOutcome: (dedupeKey: string) => Promise<MailOutcome>;
}

const WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** Looks at the outbox until a mail is sent or something failed, for `withinMs` at the most. */
export const createMailOutcome =
  (db: { read: Pick<ReadDb, "outboxMessage"> }, withinMs = WITHIN_MS): WithMailOutcome["mailOutcome"] =>
  async (dedupeKey) => {
    for (let leftMs = withinMs; ; leftMs -= LOOK_EVERY_MS) {
      const { state, lastError: why } = await db.read.outboxMessage.findUniqueOrThrow({
        where: { dedupeKey },
        select: { state: true, lastError: true },
      });
      if (state !== "QUEUED" || why !== "" || leftMs <= 0) return { state, why };
      await pause(LOOK_EVERY_MS);
    }
  };
