import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { type Registration, readMachineId } from "@countinghouse/db/registration";
import { endGoneProcesses } from "../processes/end-gone.ts";
import type { TestApi } from "./harness.ts";

/** How long the vendors of the outbox take in these tests, in seconds. */
export const OUTBOX_WINDOW_SECONDS = 30;

export type Whereabouts =
  /** It ran here, and was killed. */
  | "killed"
  /** It has lost its connection, or runs on another machine: nobody can say whether it lives. */
  | "cut off";

/** A process that worked and whose lock nobody holds any more. It may go on under its name all the same. */
export async function addGoneProcess(
  api: TestApi,
  whereabouts: Whereabouts,
): Promise<Registration & { name: string }> {
  const name = randomUUID();
  const pid = whereabouts === "killed" ? spawnSync(process.execPath, ["-e", ""]).pid : process.pid;
  const now = new Date();
  await api.database.unsafeTransaction((tx) =>
    tx.process.create({
      data: {
        id: name,
        role: "worker",
        host: "test",
        machine: readMachineId(),
        pid,
        startedAt: now,
        heartbeatAt: now,
      },
    }),
  );
  return { name, id: () => name, whyNotClock: () => null };
}

/** A worker looks for processes that are gone. */
export const endGone = (api: TestApi) => {
  const ms = OUTBOX_WINDOW_SECONDS * 1000;
  return endGoneProcesses(api.services, {
    EMAIL: 0,
    LEDGER_SHEET: ms,
    CRM: ms,
    ASSET_REPORT: 0,
    BACKFILL: 0,
    BUSINESS: ms,
  });
};
