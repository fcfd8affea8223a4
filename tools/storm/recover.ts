import { setTimeout as pause } from "node:timers/promises";
import type { Services } from "../../packages/api/src/services.ts";
import type { Press } from "./staff/staff.ts";

const AGAIN_MS = 500;
/** After this long a round goes on without: then what is left shows in the comparison. */
const LONGEST_MS = 60_000;

export interface Recovered {
  /** Why the console was in recovery; empty where it was not. */
  reasons: string[];
  isReleased: boolean;
}

/** Waits until it was found out whether the database was set back, has what was found booked, and releases it. */
export async function recover(services: Services, press: Press, signal: AbortSignal): Promise<Recovered> {
  const until = performance.now() + LONGEST_MS;
  const reasons = new Set<string>();
  while (performance.now() < until && !signal.aborted) {
    const now = await readStanding(services).catch(() => undefined);
    if (now?.standing === "NORMAL") return { reasons: [...reasons], isReleased: true };
    if (now?.standing === "RECOVERY") {
      for (const reason of now.reasons) reasons.add(reason);
      await press("Book", "recovery.book", {});
      await press("Release", "recovery.release", { word: "RELEASE", reason: "Set back by the storm" });
    }
    await pause(AGAIN_MS);
  }
  return { reasons: [...reasons], isReleased: false };
}

const STANDING = {
  name: "storm.standing",
  text: `SELECT CASE WHEN state = 'RECOVERY' THEN 'RECOVERY'
           WHEN verified_instance = database_instance() THEN 'NORMAL' ELSE 'VERIFYING' END AS standing,
           reasons::text[] AS reasons FROM environment`,
};

interface Standing {
  standing: "RECOVERY" | "NORMAL" | "VERIFYING";
  reasons: string[];
  [column: string]: unknown;
}

async function readStanding({ db }: Services): Promise<Standing | undefined> {
  const [row] = await db.read.sql<Standing>(STANDING, []);
  return row;
}
