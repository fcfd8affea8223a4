import type { Core } from "../core.ts";
import { BULK_JOBS_CHANNEL } from "./live.ts";

/** However much a process writes, it says so this often and no more. */
const APART_MS = 1_000;

/**
 * Tells all processes that something was written, after its commit: at once, and what is written within a second after that
 * together at its end. Whoever listens reads the tables; a notice that is lost costs freshness alone.
 */
export function createChangeAnnouncer({ db, log }: Pick<Core, "db" | "log">): () => void {
  let quiet: { again: boolean } | null = null;
  const announce = (): void => {
    if (quiet) {
      quiet.again = true;
      return;
    }
    db.pool
      .query("SELECT pg_notify($1, '')", [BULK_JOBS_CHANNEL])
      .catch((error: unknown) => log.warn({ error: String(error) }, "a change was not announced"));
    const own = { again: false };
    quiet = own;
    setTimeout(() => {
      quiet = null;
      if (own.again) announce();
    }, APART_MS).unref();
  };
  return announce;
}
