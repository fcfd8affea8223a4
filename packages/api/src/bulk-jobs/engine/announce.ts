import type { BulkKind } from "@countinghouse/validators/bulk-jobs/rules";
import type { Core } from "../../core.ts";
import { BULK_JOBS_CHANNEL } from "../../live/live.ts";

export interface News {
  batchId: string;
  kind: BulkKind;
}

/** A batch is announced no more often than this. */
const APART_MS = 250;

/**
 * Tells all processes that something in a batch changed: at once, and what happens within a quarter of a second after
 * that together at its end. A notice that is lost costs freshness alone: who listens reads the tables.
 */
export function createAnnouncer({ db, log }: Pick<Core, "db" | "log">): (news: News) => void {
  const quiet = new Map<string, { again: boolean }>();
  const send = (news: News): void => {
    db.pool
      .query("SELECT pg_notify($1, $2)", [BULK_JOBS_CHANNEL, JSON.stringify(news)])
      .catch((error: unknown) => log.warn({ error: String(error) }, "bulk job not announced"));
  };
  const announce = (news: News): void => {
    const waiting = quiet.get(news.batchId);
    if (waiting) {
      waiting.again = true;
      return;
    }
    send(news);
    quiet.set(news.batchId, { again: false });
    setTimeout(() => {
      const { again } = quiet.get(news.batchId) ?? { again: false };
      quiet.delete(news.batchId);
      if (again) announce(news);
    }, APART_MS).unref();
  };
  return announce;
}
