import type { Services } from "@countinghouse/api/services";
import { askForApprovals } from "./approvals.ts";
import { openDesk } from "./desk.ts";
import { reconcileDays } from "./reconciled-days.ts";

/**
 * Has the demonstration staff do, by the procedures that they would press, what no seeded row can say truthfully: ask for a second
 * person, reconcile days. Each once for a database; returns whether anything was done now. Sheet and processors have to be there.
 */
export async function tellDemonstration(services: Services): Promise<boolean> {
  const { read } = services.db;
  const isReconciled = (await read.reconciliationRun.count()) > 0;
  const isAsked = (await read.approval.count()) > 0;
  const desk = isReconciled && isAsked ? null : await openDesk(services);
  if (desk === null) return false;
  if (!isReconciled) await reconcileDays(desk, services.now());
  if (!isAsked) await askForApprovals(read, desk);
  return true;
}
