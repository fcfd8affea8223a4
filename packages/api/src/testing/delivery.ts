import type { OutboxTopic } from "@countinghouse/db";
import { createPlaidBankLink } from "@countinghouse/providers/bank-link/plaid";
import { createMiddeskBusinessVerification } from "@countinghouse/providers/business-verification/middesk";
import { createZohoCrm } from "@countinghouse/providers/crm/zoho";
import { createAlloyDecisioning } from "@countinghouse/providers/decisioning/alloy";
import { createGoogleSheets } from "@countinghouse/providers/ledger-sheet/google-sheets";
import { ROW_ID_HEADING } from "@countinghouse/providers/ledger-sheet/headings";
import { createSmtpMailer } from "@countinghouse/providers/mailer/smtp";
import { createMemoryTokenStore } from "@countinghouse/providers/token-store";
import { type Sandbox, startSandbox } from "@countinghouse/sandbox";
import { LEDGER_SHEET_COLUMNS } from "@countinghouse/validators/ledger-writes/rules";
import { drainOutbox } from "../outbox/deliver.ts";
import { createOutboxHandlers, type OutboxPorts } from "../outbox-handlers.ts";
import type { TestApi } from "./harness.ts";

/** Far longer than any answer of the sandbox on a slow machine. */
export const PATIENT_MS = 60_000;
/** For a vendor that never answers. */
export const HURRIED_MS = 1_500;
export const EFFECT_WINDOW_SECONDS = 30;

export interface Delivery {
  sandbox: Sandbox;
  ports: OutboxPorts;
  /** The same vendors with a short deadline, for a test in which a vendor never answers. */
  hurriedPorts: OutboxPorts;
  /**
   * One worker's round: delivers what is due and returns how many messages were delivered. Deadlines are short only
   * while a fault is armed that keeps the answer away.
   */
  drain(): Promise<number>;
  /** What was logged as not delivered. */
  warnings: object[];
  close(): Promise<void>;
}

/** The outbox's way out of a test API: the real adapters, and the sandbox behind them, under the test's clock. */
export async function startDelivery(api: TestApi): Promise<Delivery> {
  const { now } = api.clock;
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, now });
  const ports = createPorts(sandbox, PATIENT_MS, now);
  const hurriedPorts = createPorts(sandbox, HURRIED_MS, now);
  const warnings: object[] = [];
  const log = { info: () => {}, warn: (fields: object) => warnings.push(fields), error: () => {} };
  return {
    sandbox,
    ports,
    hurriedPorts,
    warnings,
    drain: () =>
      drainOutbox({ ...api.services, log }, createOutboxHandlers(isSilent(sandbox) ? hurriedPorts : ports)),
    close: () => sandbox.close(),
  };
}

function createPorts(sandbox: Sandbox, deadlineMs: number, now: () => Date): OutboxPorts {
  const { baseUrl, accountsUrl, credentials } = sandbox.zoho;
  return {
    bankLink: createPlaidBankLink({ ...sandbox.plaid, deadlineMs, now }),
    decisioning: createAlloyDecisioning({ ...sandbox.alloy, auth: "basic", deadlineMs, now }),
    crm: createZohoCrm({
      baseUrl,
      accountsUrl,
      credentials,
      tokens: createMemoryTokenStore(),
      deadlineMs,
      effectWindowMs: EFFECT_WINDOW_SECONDS * 1000,
      now,
    }),
    businessVerification: createMiddeskBusinessVerification({ ...sandbox.middesk, deadlineMs }),
    mailer: createSmtpMailer({
      host: "127.0.0.1",
      port: sandbox.smtpPort,
      tls: "none",
      from: "Countinghouse <no-reply@countinghouse.test>",
      deadlineMs,
    }),
    ledgerSheet: createGoogleSheets({
      ...sandbox.google,
      headings: LEDGER_SHEET_COLUMNS,
      deadlineMs,
      effectWindowMs: EFFECT_WINDOW_SECONDS * 1000,
      now,
    }),
  };
}

/** True while a fault is armed that lets a call of any vendor run into its deadline. */
const isSilent = ({ faults }: Sandbox): boolean =>
  faults.list().some(({ kind }) => kind.startsWith("timeout") || kind === "late-effect");

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

/** The rows of a sheet below its headings, as they stand there. */
export const rowsIn = (sandbox: Sandbox, sheet = "Payments") =>
  (sandbox.sheets.contents()[sheet] ?? []).filter((cells) => cells.at(-1) !== ROW_ID_HEADING);

/** The row ids that stand in a sheet, from the column after the row's cells, in the order of the sheet. */
export const rowIdsIn = (sandbox: Sandbox, sheet = "Payments"): unknown[] =>
  rowsIn(sandbox, sheet).map((cells) => cells.at(-1));
