import type { Random } from "../../../packages/db/src/seed/random.ts";
import type { SandboxControl } from "../../stack/sandbox-control.ts";

const LONGEST_LATE_MS = 10 * 60_000;
const DELAYS = 16;
/** Of a hundred calls that move money so many take effect late, and so many never arrive. */
const LATE = 30;
const LOST = 5;

/** From now on calls take effect up to ten minutes after their caller gave up, or never; both look the same to it. */
export async function armLateCalls(sandbox: SandboxControl, random: Random): Promise<void> {
  const delaysMs = Array.from({ length: DELAYS }, () => random.int(0, LONGEST_LATE_MS));
  await sandbox.armLateEffects(delaysMs, LATE);
  await sandbox.armLostCalls(LOST);
  await sandbox.armFaults();
}
