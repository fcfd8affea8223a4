import { setTimeout as pause } from "node:timers/promises";
import { BATCH_RUNNERS } from "../../packages/api/src/batch-runners.ts";
import {
  BULK_DEFAULTS,
  type BulkEngine,
  createBulkEngine,
} from "../../packages/api/src/bulk-jobs/engine/bulk-engine.ts";
import { createPaymentsEngine } from "../../packages/api/src/payments/engine/payments-engine.ts";
import type { Ports } from "../../packages/api/src/ports.ts";
import type { Recovery } from "../../packages/api/src/recovery/recovery.ts";
import { connect, type Database } from "../../packages/db/src/index.ts";
import { unregistered } from "../../packages/db/src/registration.ts";
import { createVault, parseVaultKeys, type Vault } from "../../packages/db/src/vault.ts";
import type { BankLink } from "../../packages/providers/src/bank-link/port.ts";

/** What the vendor of the bench takes for each call. */
export const CALL_MS = 20;

export interface BenchEngine {
  db: Database;
  vault: Vault;
  engine: BulkEngine;
}

/** The workers of bulk jobs with a vendor that answers from memory after `CALL_MS`, and no limit of calls a minute. */
export function createBenchEngine(url: string, balancesAtOnce: number): BenchEngine {
  const db = connect(url, { size: 8 });
  const key = (name: string) => Buffer.alloc(32, `bench ${name}`).toString("base64");
  const vault = createVault(parseVaultKeys(`k001:${key("sealing")}`, key("index"), `a001:${key("audit")}`));
  const log = { info: () => {}, warn: console.warn, error: console.error };
  const bankLink: Pick<BankLink, "balances"> = {
    balances: async () => {
      await pause(CALL_MS);
      return [ACCOUNT];
    },
  };
  // A balance asks nothing else of the outside.
  const ports = { bankLink } as Ports;
  // And moves no money that a journal would have to know of.
  const recovery: Pick<Recovery, "verify" | "journalled"> = {
    verify: () => Promise.resolve(true),
    journalled: (processorFor) => processorFor,
  };
  const registration = unregistered();
  const base = {
    ...{ db, vault, log, registration, vendorsOff: [] },
    now: () => new Date(),
    recovery: recovery as Recovery,
  };
  const payments = createPaymentsEngine(base, ports, { callMs: 1_000 });
  const settings = { ...BULK_DEFAULTS, balancesPerMinute: 0, balancesAtOnce };
  return {
    db,
    vault,
    engine: createBulkEngine({ ...base, ports, payments }, settings, () => {}, BATCH_RUNNERS),
  };
}

const ACCOUNT = {
  accountId: "account",
  name: "Checking",
  mask: "6789",
  type: "depository",
  subtype: "checking",
  availableCents: 123_45,
  currentCents: 130_00,
  currency: "USD",
};
