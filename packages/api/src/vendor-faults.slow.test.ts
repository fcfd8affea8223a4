import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OutboxPorts } from "./outbox-handlers.ts";
import { addBankLink } from "./testing/bank-links.ts";
import { addCrmCustomer } from "./testing/crm.ts";
import { addApplication } from "./testing/customers.ts";
import { type Delivery, HURRIED_MS, startDelivery } from "./testing/delivery.ts";
import { expectRefusal } from "./testing/expectations.ts";
import { createTestApi, type TestApi } from "./testing/harness.ts";

const REPORT_READY_AFTER_SECONDS = 8;

let api: TestApi;
let delivery: Delivery;
let patientPorts: OutboxPorts;
let userId: number;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  patientPorts = { ...delivery.ports };
});
beforeEach(async () => {
  recover();
  ({ userId } = await addCrmCustomer(api));
  await addBankLink(api, userId);
});
afterEach(async () => {
  recover();
  await delivery.drain();
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

/** Each is armed once: the next call of the vendor is answered as it should be. */
const FAULTS = [
  ["answers with a page of HTML", "html"],
  ["answers with half a JSON", "invalidJson"],
  ["answers after the deadline", "latency"],
  ["never answers", "timeoutBeforeEffect"],
  ["hangs up after it did it", "resetAfterEffect"],
  ["says 500 and does nothing", "status"],
  ["does it and says 500", "statusAfterEffect"],
] as const;

type Kind = (typeof FAULTS)[number][1];

function callVendorsOf({ bankLink, crm, decisioning }: OutboxPorts): void {
  Object.assign(api.services.ports, { bankLink, crm });
  Object.assign(delivery.ports, { decisioning });
}

/** Arms the fault; until `recover` the deadlines are short. */
function strike(provider: "plaid" | "zoho" | "alloy", kind: Kind, path: string): void {
  callVendorsOf(delivery.hurriedPorts);
  delivery.sandbox.faults.add({ provider, kind, path, status: 500, delayMs: HURRIED_MS * 3 });
}

function recover(): void {
  delivery.sandbox.faults.clear();
  callVendorsOf(patientPorts);
}

const viewer = () => api.as("VIEWER");
const employee = () => api.as("EMPLOYEE");
const asked = () => ({ requestId: randomUUID(), userId });

/** What the other sections of the customer's page ask for. */
async function restOfPage() {
  const { users, notes, remarks, loans, bankLinks } = await viewer();
  return Promise.all([
    users.get({ id: userId }),
    notes.list({ userId }),
    remarks.list({ userId }),
    loans.get({ userId }),
    bankLinks.list({ userId }),
  ]);
}

describe.each(FAULTS)("of a vendor that %s", (_said, kind) => {
  it("the deal is unavailable and not missing, and is there when it is asked for again", async () => {
    strike("zoho", kind, "/Deals");
    const { deals } = await viewer();
    await expectRefusal(
      deals.get({ userId }),
      "UNAVAILABLE",
      "The CRM did not return the deal's stage. Try again.",
    );
    recover();
    expect(await deals.get({ userId })).toMatchObject({ deal: { dealId: expect.any(String) } });
  });

  it("balances are a failure of their link, keep nothing and leave the link in use", async () => {
    strike("plaid", kind, "/accounts/balance/get");
    const { bankLinks } = await employee();
    const { records, failures } = await bankLinks.fetchBalances(asked());
    expect(records).toBe(0);
    expect(failures).toMatchObject([{ institutionName: "First Platypus Bank", message: /./ }]);
    expect(failures[0]?.message).not.toMatch(/<|HTTP|plaid:/);
    expect(await bankLinks.list({ userId })).toMatchObject([{ isActive: true }]);
    recover();
    expect(await bankLinks.fetchBalances(asked())).toEqual({ records: 1, failures: [] });
  });

  it("the numbers for transfers are not kept, until re-auth is pressed again", async () => {
    strike("plaid", kind, "/auth/get");
    const { bankLinks } = await employee();
    expect(await bankLinks.reAuth(asked())).toMatchObject({ done: 0, failures: [{ message: /./ }] });
    expect(await bankLinks.list({ userId })).toMatchObject([{ authIsDone: false }]);
    recover();
    expect(await bankLinks.reAuth(asked())).toEqual({ done: 1, failures: [] });
  });

  it("an asset report stays on its way and says so, and comes with the next look", async () => {
    const { assetReports } = await employee();
    await assetReports.request(asked());
    await delivery.drain();
    api.clock.advance({ seconds: REPORT_READY_AFTER_SECONDS });
    strike("plaid", kind, "/asset_report/get");
    expect(await assetReports.get({ userId })).toMatchObject({ state: "PENDING", unavailable: true });
    recover();
    expect(await assetReports.get({ userId })).toMatchObject({ state: "READY", unavailable: false });
  });

  it("facts of a decision are looked up again later, by themselves", async () => {
    const { id: applicationId } = await addApplication(api, userId, {
      stage: "declined",
      alloyStatus: "Denied",
    });
    await api.database.unsafeTransaction((tx) =>
      tx.decision.create({
        data: {
          userId,
          applicationId,
          flowType: "Gig Worker",
          outcome: "Denied",
          evaluationToken: `L-DeniedSMBHighRiskx${String(userId).padStart(6, "0")}`,
          createdAt: api.clock.now(),
        },
      }),
    );
    strike("alloy", kind, "/evaluations/");
    const { users, decisions } = await viewer();
    await users.get({ id: userId });
    expect(await delivery.drain()).toBe(0);
    expect(await decisions.factsLookup({ userId })).toMatchObject({ lookup: "PENDING" });
    recover();
    api.clock.advance({ seconds: 3 });
    expect(await delivery.drain()).toBe(1);
    expect((await users.get({ id: userId })).application).toMatchObject({ isSmb: true, initHighRisk: true });
  });
});

it.each([
  ["zoho", "/Deals", async () => (await viewer()).deals.get({ userId })],
  ["plaid", "/accounts/balance/get", async () => (await employee()).bankLinks.fetchBalances(asked())],
] as const)("while %s is waited for, the rest of the page is there", async (provider, path, ask) => {
  const silent = await startDelivery(api);
  callVendorsOf(silent.ports);
  silent.sandbox.faults.add({ provider, kind: "timeoutBeforeEffect", path });
  const waiting = Promise.allSettled([ask()]).then(() => "the vendor");
  const rest = restOfPage().then(() => "the rest of the page");
  expect(await Promise.race([waiting, rest])).toBe("the rest of the page");
  await silent.close();
  await waiting;
});
