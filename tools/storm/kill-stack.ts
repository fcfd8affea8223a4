import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startApart } from "../stack/apart.ts";
import { startDatabase } from "../stack/database.ts";
import { postgresFolder } from "../stack/settings.ts";
import type { StormPlan } from "./plan.ts";

/**
 * A worker waits no longer for the outside world, so that what a kill leaves behind is soon taken up; but longer than a busy machine
 * stalls: a call that is given up before it left is nowhere to be found, and stays open until the processor's reports are there.
 */
export const IMPATIENCE = {
  PROVIDER_TIMEOUT_MS: "8000",
  ACH_SETTLE_MS: "1500",
  CARDS_SETTLE_MS: "1500",
  LEDGER_SHEET_SETTLE_MS: "1500",
};
/** In haste it is given up for dead sooner, too. */
const HASTE = { PAYMENT_CALL_WITHIN_MS: "2000" };

export interface StormStack {
  /** Settings of a worker. */
  env: NodeJS.ProcessEnv;
  sandboxOrigin: string;
  logDir: string;
  /** Strikes the database down with a signal, without letting it finish anything, and starts it again. */
  crashDatabase(signal: "SIGQUIT" | "SIGKILL"): Promise<void>;
  stop(): Promise<void>;
}

/** Starts what a storm needs beside its workers: a database with customers and a sandbox. */
export async function startStormStack(
  { quick }: Pick<StormPlan, "quick">,
  customers: number,
  onDeath: (reason: string) => void,
): Promise<StormStack> {
  const database = { isCrashing: false, onGone: () => {} };
  const apart = await startApart("storm", customers, (reason) => {
    if (!database.isCrashing) return onDeath(reason);
    database.onGone();
  });
  const { children, dataDir, settings, machine } = apart;
  return {
    env: { ...apart.serverEnv, ...IMPATIENCE, ...(quick && HASTE), ROLE: "worker" },
    sandboxOrigin: apart.sandboxOrigin,
    logDir: apart.logDir,
    crashDatabase: async (signal) => {
      database.isCrashing = true;
      const hostGone = new Promise<void>((resolve) => {
        database.onGone = resolve;
      });
      await strikeDown(postgresFolder(dataDir), signal);
      await hostGone;
      database.isCrashing = false;
      await startDatabase(children, dataDir, settings, machine);
    },
    stop: () => apart.stop(),
  };
}

async function strikeDown(folder: string, signal: "SIGQUIT" | "SIGKILL"): Promise<void> {
  const pid = Number(readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[0]);
  process.kill(pid, signal);
  while (isAlive(pid)) await pause(20);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
