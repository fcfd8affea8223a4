import { setTimeout as pause } from "node:timers/promises";
import type { OutboxState, ReadDb } from "@countinghouse/db";

/** What a domain receives that says of a mail what came of it. */
export interface WithMailOutcome {
  /** What became of the mail of this key soon after it was queued: QUEUED where the mail server has not answered by then. */
  mailOutcome: (dedupeKey: string) => Promise<OutboxState>;
}

const WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** Looks at the outbox until a mail is sent or refused for good, for `withinMs` at the most. */
export const createMailOutcome =
  (db: { read: Pick<ReadDb, "outboxMessage"> }, withinMs = WITHIN_MS): WithMailOutcome["mailOutcome"] =>
  async (dedupeKey) => {
    for (let leftMs = withinMs; ; leftMs -= LOOK_EVERY_MS) {
      const mail = await db.read.outboxMessage.findUnique({ where: { dedupeKey }, select: { state: true } });
      const state = mail?.state ?? "FAILED";
      if (state !== "QUEUED" || leftMs <= 0) return state;
      await pause(LOOK_EVERY_MS);
    }
  };
