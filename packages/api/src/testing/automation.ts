import { randomUUID } from "node:crypto";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { exportAutomation } from "../automation/export.ts";
import { BATCH_RUNNERS } from "../batch-runners.ts";
import { BULK_DEFAULTS, createBulkEngine } from "../bulk-jobs/engine/bulk-engine.ts";
import type { RouterInputs } from "../index.ts";
import { endRunning, linkedAccount, withBanks } from "./bulk.ts";
import type { TestApi } from "./harness.ts";
import { parseCsv } from "./parse-csv.ts";
import { openPayments, withProcessors } from "./payable.ts";
import type { TestProcessors } from "./processors.ts";
import { payEverything } from "./schedules.ts";

export interface AutomationSetUp {
  readonly api: TestApi;
  /** Those of the test that runs. */
  readonly processors: TestProcessors;
}

/** The API of a test file of payment automation; each test has banks and processors of its own, and leaves nothing due. */
export function setUpAutomation(): AutomationSetUp {
  let opened: AutomationSetUp | null = null;
  const setUp = (): AutomationSetUp => {
    if (opened === null) throw new Error("No test has begun.");
    return opened;
  };
  beforeAll(async () => {
    opened = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true });
  });
  beforeEach(() => {
    const { api } = setUp();
    withBanks(api, () => [linkedAccount()]);
    opened = { api, processors: withProcessors(api) };
  });
  afterEach(() => endAutomation(setUp().api));
  afterAll(() => setUp().api.close());
  return {
    get api() {
      return setUp().api;
    },
    get processors() {
      return setUp().processors;
    },
  };
}

/** Ends what runs, and whatever is still due: it belongs to one test. */
async function endAutomation(api: TestApi): Promise<void> {
  await endRunning(api, "AUTOMATION");
  await endRunning(api, "BULK_ACH");
  await payEverything(api);
}

/** Presses Process Payments, as an ADMIN by itself. */
export async function press(
  api: TestApi,
  requestId: string = randomUUID(),
  by?: Awaited<ReturnType<TestApi["as"]>>,
) {
  const admin = by ?? (await api.as("ADMIN"));
  const seen = reviews.get(requestId) ?? (await admin.automation.preview());
  reviews.set(requestId, seen);
  const { reviewed, totalCents: typedTotalCents } = seen;
  return admin.automation.run({ requestId, reviewed, typedTotalCents: typedTotalCents || null });
}

/** One request is one look, however often it is sent. */
const reviews = new Map<string, { reviewed: string; totalCents: number }>();

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

/** The file of the transactions of that batch, line by line, below its head. */
export async function automationFile(api: TestApi, requestedAt: number): Promise<string[][]> {
  const sink = new PassThrough();
  const asked = { requestedAt: String(requestedAt) };
  const written = exportAutomation(api.ctx(await api.admin("VIEWER")), asked, sink, () => {});
  const [file] = await Promise.all([buffer(sink), written.then(() => sink.end())]);
  return parseCsv(file).slice(1);
}

/** What moved at the processors: how, and cents. */
export const moved = ({ books }: TestProcessors) => books.map(({ mode, amountCents }) => [mode, amountCents]);

/** The workers of another process. */
export function otherProcess(api: TestApi) {
  const { ports, payments, recovery, log, now, vault, registration, vendorsOff } = api.services;
  const services = { db: api.database, ports, payments, recovery, log, now, vault, registration, vendorsOff };
  return createBulkEngine(services, { ...BULK_DEFAULTS, balancesPerMinute: 0 }, () => {}, BATCH_RUNNERS);
}
