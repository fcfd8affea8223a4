import { setTimeout as pause } from "node:timers/promises";
import { readEnv } from "../../apps/server/src/env.ts";
import { createServices } from "../../apps/server/src/services.ts";
import { findingText, linkChains, verifyChains } from "../../packages/api/src/chain/chains.ts";
import { findDriftedBalances } from "../../packages/api/src/ledger/balances.ts";
import { OPEN_STATES } from "../../packages/validators/src/payments/states.ts";
import type { SandboxControl } from "../stack/sandbox-control.ts";
import { ourPayments } from "../storm/books.ts";
import { type Comparison, compareBooks } from "../storm/compare.ts";
import type { Pressed } from "./traffic.ts";

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const SETTLED_WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 500;
/** How the keys of what is pressed on the payment page begin. */
const PREFIXES = ["sale:", "debit:"];

const findRequest = ({ businessKey }: { businessKey: string }): string => businessKey.split(":").at(-1) ?? "";

export interface Judgement {
  comparison: Comparison;
  /** What is wrong in our own books, a sentence each. */
  problems: string[];
  /** What the chains of audit and ledger find, a sentence each. */
  findings: string[];
}

/** Holds what was pressed against the processors' books and our own, once nothing is under way any more. */
export async function judgeUpgrade(
  env: NodeJS.ProcessEnv,
  sandbox: SandboxControl,
  pressed: Pressed,
): Promise<Judgement> {
  const services = createServices(readEnv(env), SILENT, () => {});
  try {
    const requests = new Set(pressed.all);
    const read = async () =>
      (await Promise.all(PREFIXES.map((prefix) => ourPayments(services, prefix))))
        .flat()
        .filter((payment) => requests.has(findRequest(payment)));
    let payments = await read();
    const isOpen = ({ state }: { state: string }) => (OPEN_STATES as readonly string[]).includes(state);
    for (const until = Date.now() + SETTLED_WITHIN_MS; payments.some(isOpen) && Date.now() < until; ) {
      await pause(LOOK_EVERY_MS);
      payments = await read();
    }
    await linkChains(services);
    const findings = await verifyChains(services.db.read, services.vault);
    const [sums] = await services.db.read.sql<{ cents: string }>(
      {
        name: "upgrade.ledger-sum",
        text: "SELECT coalesce(sum(amount_cents), 0)::text AS cents FROM ledger_entry",
      },
      [],
    );
    const drifted = await findDriftedBalances(services.db.read);
    const comparison = compareBooks(payments.length, await sandbox.captures(), payments);
    const there = new Set(payments.map(findRequest));
    const gone = pressed.answered.filter((request) => !there.has(request));
    comparison.lost += gone.length;
    return {
      comparison,
      problems: [
        ...gone.map((request) => `the payment ${request} was answered as done, and is not there`),
        ...(sums?.cents === "0" ? [] : [`the ledger sums to ${sums?.cents} cents`]),
        ...drifted.map(({ userId }) => `the balance of user ${userId} is not what the ledger says`),
      ],
      findings: findings.map(findingText),
    };
  } finally {
    await services.live.close();
    await services.bulkJobs.stop();
    await services.db.close();
  }
}
