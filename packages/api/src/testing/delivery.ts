import type { OutboxTopic } from "@countinghouse/db";
import { createPlaidBankLink } from "@countinghouse/providers/bank-link/plaid";
import { createMiddeskBusinessVerification } from "@countinghouse/providers/business-verification/middesk";
import { createZohoCrm } from "@countinghouse/providers/crm/zoho";
import { createAlloyDecisioning } from "@countinghouse/providers/decisioning/alloy";
import { createGoogleSheets } from "@countinghouse/providers/ledger-sheet/google-sheets";
import { createSmtpMailer } from "@countinghouse/providers/mailer/smtp";
import { createMemoryTokenStore } from "@countinghouse/providers/token-store";
import { type Sandbox, startSandbox } from "@countinghouse/sandbox";
import { drainOutbox } from "../outbox/deliver.ts";
import { createOutboxHandlers, type OutboxPorts } from "../outbox-handlers.ts";
import type { TestApi } from "./harness.ts";

/** Longer than any answer of the sandbox takes on a busy machine, short enough to wait for a time-out. */
const DEADLINE_MS = 1_500;
/** For what no test lets time out. */
const PATIENCE_MS = 10_000;
export const EFFECT_WINDOW_SECONDS = 30;

export interface Delivery {
  sandbox: Sandbox;
  ports: OutboxPorts;
  /** One worker's round: delivers what is due and returns how many messages were delivered. */
  drain(): Promise<number>;
  /** What was logged as not delivered. */
  warnings: object[];
  close(): Promise<void>;
}

/** The outbox's way out of a test API: the real adapters, and the sandbox behind them, under the test's clock. */
export async function startDelivery(api: TestApi): Promise<Delivery> {
  const { now } = api.clock;
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, now });
  const { baseUrl, accountsUrl, credentials } = sandbox.zoho;
  const ports: OutboxPorts = {
    bankLink: createPlaidBankLink({ ...sandbox.plaid, deadlineMs: DEADLINE_MS, now }),
    decisioning: createAlloyDecisioning({ ...sandbox.alloy, auth: "basic", deadlineMs: PATIENCE_MS, now }),
    crm: createZohoCrm({
      baseUrl,
      accountsUrl,
      credentials,
      tokens: createMemoryTokenStore(),
      deadlineMs: DEADLINE_MS,
      effectWindowMs: EFFECT_WINDOW_SECONDS * 1000,
      now,
    }),
    businessVerification: createMiddeskBusinessVerification({ ...sandbox.middesk, deadlineMs: PATIENCE_MS }),
    mailer: createSmtpMailer({
      host: "127.0.0.1",
      port: sandbox.smtpPort,
      tls: "none",
      from: "Countinghouse <no-reply@countinghouse.test>",
      deadlineMs: DEADLINE_MS,
    }),
    ledgerSheet: createGoogleSheets({
      ...sandbox.google,
      deadlineMs: DEADLINE_MS,
      effectWindowMs: EFFECT_WINDOW_SECONDS * 1000,
      now,
    }),
  };
  const warnings: object[] = [];
  const log = { info: () => {}, warn: (fields: object) => warnings.push(fields), error: () => {} };
  return {
    sandbox,
    ports,
    warnings,
    drain: () => drainOutbox({ ...api.services, log }, createOutboxHandlers(ports)),
    close: () => sandbox.close(),
  };
}

/** A worker that freezes as soon as it has claimed what is due of a topic. Returns what lets it go on, until it is done. */
export async function freezeOnceClaimed(
  api: TestApi,
  { ports }: Delivery,
  topic: OutboxTopic,
): Promise<() => Promise<void>> {
  const { db } = api.services;
  const [claimed, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const unsafeTransaction: typeof db.unsafeTransaction = async (work) => {
    const done = await db.unsafeTransaction(work);
    claimed.resolve();
    await woken.promise;
    return done;
  };
  const drained = drainOutbox(
    { ...api.services, db: { ...db, unsafeTransaction } },
    createOutboxHandlers(ports),
    [topic],
  );
  await claimed.promise;
  return async () => {
    woken.resolve();
    await drained;
  };
}

/** The row ids that stand in a sheet, from the column after the row's cells, in the order of the sheet. */
export const rowIdsIn = (sandbox: Sandbox, sheet = "Payments"): unknown[] =>
  (sandbox.sheets.contents()[sheet] ?? []).map((cells) => cells.at(-1));
