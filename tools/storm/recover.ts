import { setTimeout as pause } from "node:timers/promises";
import type { Services } from "../../packages/api/src/context.ts";
import type { Press } from "./staff/staff.ts";

const AGAIN_MS = 500;
/** After this long a round goes on without: then what is left shows in the comparison. */
const LONGEST_MS = 60_000;

export interface Recovered {
  /** Whether the console noticed that it had been set back. */
  wasInRecovery: boolean;
  isReleased: boolean;
}

/** Waits until it was found out whether the database was set back, has what was found booked, and releases it. */
export async function recover(services: Services, press: Press, signal: AbortSignal): Promise<Recovered> {
  const until = performance.now() + LONGEST_MS;
  let wasInRecovery = false;
  while (performance.now() < until && !signal.aborted) {
    const standing = await standingOf(services).catch(() => undefined);
    if (standing === "NORMAL") return { wasInRecovery, isReleased: true };
    if (standing === "RECOVERY") {
      wasInRecovery = true;
      await press("Book", "recovery.book", {});
      await press("Release", "recovery.release", { word: "RELEASE", reason: "Set back by the storm" });
    }
    await pause(AGAIN_MS);
  }
  return { wasInRecovery, isReleased: false };
}

const STANDING = {
  name: "storm.standing",
  text: `SELECT CASE WHEN state = 'RECOVERY' THEN 'RECOVERY'
           WHEN verified_instance = database_instance() THEN 'NORMAL' ELSE 'VERIFYING' END AS standing FROM environment`,
};

async function standingOf({ db }: Services): Promise<string | undefined> {
  const [row] = await db.read.sql<{ standing: string }>(STANDING, []);
  return row?.standing;
}
