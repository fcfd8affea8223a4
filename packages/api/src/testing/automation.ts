import { randomUUID } from "node:crypto";
import { BULK_DEFAULTS, createBulkEngine } from "../bulk-jobs/engine/bulk-engine.ts";
import type { RouterInputs } from "../index.ts";
import { endRunning, linkedAccount, withBanks } from "./bulk.ts";
import type { TestApi } from "./harness.ts";
import { withProcessors } from "./payable.ts";
import type { TestProcessors } from "./processors.ts";

/** Processors and banks of its own for a test of payment automation. */
export function freshVendors(api: TestApi): TestProcessors {
  withBanks(api, () => [linkedAccount()]);
  return withProcessors(api);
}

/** Ends what runs, and whatever is still due: it belongs to one test. */
export async function endAutomation(api: TestApi): Promise<void> {
  await endRunning(api, "AUTOMATION");
  await endRunning(api, "BULK_ACH");
  await api.database.unsafeTransaction((tx) => tx.paymentSchedule.updateMany({ data: { status: "PAID" } }));
}

/** Presses Process Payments as an ADMIN. */
export const press = async (api: TestApi, requestId: string = randomUUID()) =>
  (await api.as("ADMIN")).automation.run({ requestId });

export const drainAutomation = (api: TestApi) => api.services.bulkJobs.drain("AUTOMATION");

export const listAutomation = async (
  api: TestApi,
  filters: RouterInputs["automation"]["transactions"] = {},
) => (await api.as("VIEWER")).automation.transactions(filters);

/** The transactions of the batch that was requested then. */
export const automationRows = async (api: TestApi, requestedAt: number) =>
  (await listAutomation(api, { requestedAt })).transactions;

export const automationStatus = async (api: TestApi, requestedAt: number) =>
  (await api.as("VIEWER")).automation.batchStatus({ requestedAt });

/** What moved at the processors: how, and cents. */
export const moved = ({ books }: TestProcessors) => books.map(({ mode, amountCents }) => [mode, amountCents]);

/** The workers of another process. */
export function otherProcess(api: TestApi) {
  const { ports, payments, log, now, vault } = api.services;
  const services = { db: api.database, ports, payments, log, now, vault };
  return createBulkEngine(services, { ...BULK_DEFAULTS, balancesPerMinute: 0 }, () => {});
}
