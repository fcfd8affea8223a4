import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HttpFault } from "../../../apps/sandbox/src/faults.ts";
import { type Sandbox, startSandbox } from "../../../apps/sandbox/src/index.ts";
import { createPlaidBankLink } from "./bank-link/plaid.ts";
import { createMiddeskBusinessVerification } from "./business-verification/middesk.ts";
import { createZohoCrm } from "./crm/zoho.ts";
import { createAlloyDecisioning } from "./decisioning/alloy.ts";
import { failure } from "./testing/failure.ts";
import { createMemoryTokenStore } from "./token-store.ts";

const DEADLINE_MS = 500;
const LINK = "access-sandbox-ins_109508.acc-7:checking:4000000259";
const BUSINESS = "5eed0300-0000-4000-8000-000000048213";
const ADDRESS = { line1: "1 Main St", line2: null, city: "Fresno", state: "CA", postalCode: "93650" };
const NOTE = {
  subject: { kind: "contact", id: "5725767010000000012" },
  title: "DNF cleared",
  content: "Cleared by Bea Moss.",
  marker: "outbox-7f3a",
} as const;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

/** All that may be wrong with an answer, or keep it away. */
const FAULTS: readonly [said: string, kind: HttpFault["kind"]][] = [
  ["answers with a page of HTML", "html"],
  ["answers with half a JSON", "invalidJson"],
  ["answers after the deadline", "latency"],
  ["says nothing and does nothing", "timeoutBeforeEffect"],
  ["does it and says nothing", "timeoutAfterEffect"],
  ["hangs up before it does it", "resetBeforeEffect"],
  ["hangs up after it did it", "resetAfterEffect"],
  ["says 500 and does nothing", "status"],
  ["does it and says 500", "statusAfterEffect"],
];

/** One thing to ask of each vendor that may be asked for again, and the path it is asked at. */
const READINGS: Record<string, { path: string; ask: () => Promise<unknown> }> = {
  plaid: { path: "/accounts/balance/get", ask: () => plaid().balances(LINK) },
  zoho: { path: "/Deals", ask: () => zoho().findDeal(NOTE.subject.id) },
  alloy: { path: "/evaluations/", ask: () => alloy().evaluation("L-5zKNq7Rw") },
  middesk: { path: "/businesses/", ask: () => middesk().business(BUSINESS) },
};

/** One thing to order of each vendor that takes orders, which must not be ordered twice. */
const ORDERS: Record<string, { path: string; ask: () => Promise<unknown> }> = {
  plaid: {
    path: "/asset_report/create",
    ask: () => plaid().createAssetReport({ accessTokens: [LINK], days: 60 }),
  },
  zoho: { path: "/Notes", ask: () => zoho().createNote(NOTE) },
  middesk: {
    path: "/liens",
    ask: () =>
      middesk().fileLien(BUSINESS, {
        state: "CA",
        debtor: { name: "Quill Carpentry LLC", address: ADDRESS },
        collateral: null,
        principalCents: null,
      }),
  },
};

const cells = (table: typeof READINGS) =>
  Object.entries(table).flatMap(([provider, call]) =>
    FAULTS.map(([said, kind]) => ({ provider, said, kind, ...call })),
  );

describe("a reading", () => {
  test.each(cells(READINGS))(
    "of $provider that $said is unavailable, and may simply be asked for again",
    async ({ provider, kind, path, ask }) => {
      strike(provider, kind, path);
      expect(await failure(ask())).toMatchObject({ kind: "unavailable" });
      expect(await ask()).toBeTruthy();
    },
  );
});

describe("an order", () => {
  test.each(cells(ORDERS))(
    "to $provider that $said is unknown, and is sent once",
    async ({ provider, kind, path, ask }) => {
      strike(provider, kind, path);
      expect(await failure(ask())).toMatchObject({ kind: "unknown" });
      // A call of an earlier test may still be logged, with its fault; a second one of this test has none.
      const again = sandbox.calls.list().filter((call) => call.path.includes(path) && call.fault === null);
      expect(again).toEqual([]);
    },
  );
});

test.each(cells(READINGS))(
  "nothing that $provider sends in place of an answer stands in the error when it $said",
  async ({ provider, kind, path, ask }) => {
    strike(provider, kind, path);
    const { message } = await failure(ask());
    expect(message).not.toMatch(/<html|<h1|access-sandbox|Bearer \S{4}/);
    expect(message.length).toBeLessThan(200);
  },
);

function strike(provider: string, kind: HttpFault["kind"], path: string): void {
  sandbox.faults.add({ provider, kind, path, status: 500, delayMs: DEADLINE_MS * 3 });
}

function plaid() {
  return createPlaidBankLink({ ...sandbox.plaid, deadlineMs: DEADLINE_MS, now: () => new Date() });
}

function zoho() {
  const { baseUrl, accountsUrl, credentials } = sandbox.zoho;
  return createZohoCrm({
    baseUrl,
    accountsUrl,
    credentials,
    tokens: createMemoryTokenStore(),
    deadlineMs: DEADLINE_MS,
    effectWindowMs: 0,
    now: () => new Date(),
  });
}

function alloy() {
  return createAlloyDecisioning({
    ...sandbox.alloy,
    auth: "basic",
    deadlineMs: DEADLINE_MS,
    now: () => new Date(),
  });
}

function middesk() {
  return createMiddeskBusinessVerification({ ...sandbox.middesk, deadlineMs: DEADLINE_MS });
}
