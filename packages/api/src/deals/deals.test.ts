import { randomUUID } from "node:crypto";
import type { ManualDeclineReason } from "@countinghouse/validators/deals/rules";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addCrmCustomer, dealFields, placeDeal } from "../testing/crm.ts";
import { addApplication } from "../testing/customers.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
let delivery: Delivery;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  api.services.ports.crm = delivery.ports.crm;
});
afterEach(async () => {
  api.services.ports.crm = delivery.ports.crm;
  delivery.sandbox.faults.clear();
  await delivery.drain();
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

/** A customer with a deal in this stage. */
async function dealIn(stage: string, reason: string | null = null) {
  const customer = await addCrmCustomer(api);
  return { ...customer, dealId: placeDeal(delivery, customer.crmId, stage, reason) };
}

const get = async (userId: number) => (await api.as("VIEWER")).deals.get({ userId });

interface Target {
  userId: number;
  dealId: string;
}
type Press = { requestId?: string; role?: Role };
type Reason = { reason?: ManualDeclineReason };

const move = async (
  { userId, dealId }: Target,
  { requestId = randomUUID(), role = "EMPLOYEE" }: Press = {},
) => (await api.as(role)).deals.move({ requestId, userId, dealId, stage: "Funding Review" });
const decline = async (
  { userId, dealId }: Target,
  { requestId = randomUUID(), role = "EMPLOYEE", reason = "Stacking" }: Press & Reason = {},
) => (await api.as(role)).deals.decline({ requestId, userId, dealId, reason });
const request = async (userId: number) =>
  (await api.as("EMPLOYEE")).deals.request({ requestId: randomUUID(), userId });

describe("the deal", () => {
  it("is read from the CRM each time", async () => {
    const { userId, crmId, dealId } = await dealIn("Underwriting");
    expect(await get(userId)).toMatchObject({
      zohoId: crmId,
      deal: { dealId, stage: "Underwriting", declineReason: null },
      change: null,
    });
    placeDeal(delivery, crmId, "Closed Lost", "Fraud");
    expect(await get(userId)).toMatchObject({ deal: { stage: "Closed Lost", declineReason: "Fraud" } });
  });

  it("of a customer who is not in deals, or whom the CRM does not know, is none", async () => {
    const { userId } = await addCrmCustomer(api, { inDeals: false });
    expect(await get(userId)).toMatchObject({ deal: null });
    const { id } = await api.user();
    expect(await get(id)).toEqual({ zohoId: "", deal: null, change: null });
    await expectRefusal(get(2_000_000_000), "NOT_FOUND");
  });

  it.each(["status", "invalidJson", "timeoutBeforeEffect"] as const)(
    "is not said to be missing when the CRM fails (%s)",
    async (kind) => {
      const { userId } = await dealIn("Underwriting");
      api.services.ports.crm = delivery.hurriedPorts.crm;
      delivery.sandbox.faults.add({ provider: "zoho", kind, path: "/Deals" });
      await expectRefusal(get(userId), "UNAVAILABLE", "The CRM did not return the deal's stage. Try again.");
    },
  );
});

describe("moving a deal", () => {
  it("is shown as under way, and then stands in the CRM", async () => {
    const deal = await dealIn("Underwriting");
    await move(deal);
    const change = { step: "stage", stage: "Funding Review", declineReason: null };
    expect(await get(deal.userId)).toMatchObject({
      deal: { stage: "Underwriting" },
      change: { ...change, state: "QUEUED" },
    });
    expect(await delivery.drain()).toBe(1);
    expect(await get(deal.userId)).toMatchObject({
      deal: { stage: "Funding Review" },
      change: { ...change, state: "DELIVERED" },
    });
  });

  it.each([
    ["Funding Review", null, "The deal is already in Funding Review."],
    ["Closed Lost", "Fraud", "The deal is Closed Lost."],
    ["Underwriting", "Fraud", "The deal is declined: Fraud."],
  ])("that is in %s for %s is refused", async (stage, reason, whyNot) => {
    await expectRefusal(move(await dealIn(stage, reason)), "RULE", whyNot);
  });

  it("is refused while a change is on its way, when there is no deal, and when it is another deal", async () => {
    const deal = await dealIn("Underwriting");
    await expectRefusal(move({ ...deal, dealId: "5725767000000000001" }), "CONFLICT");
    await move(deal);
    await expectRefusal(decline(deal), "RULE", "The last change is still on its way to the CRM.");
    const { userId } = await addCrmCustomer(api, { inDeals: false });
    await expectRefusal(move({ userId, dealId: "5725767000000000001" }), "RULE", "There is no deal.");
  });

  it("pressed twice at once by two admins happens once", async () => {
    const deal = await dealIn("Underwriting");
    const outcomes = await Promise.allSettled([move(deal), move(deal, { role: "ADMIN" })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("changes nothing when the CRM does not say where the deal stands", async () => {
    const deal = await dealIn("Underwriting");
    delivery.sandbox.faults.add({ provider: "zoho", kind: "status", status: 503, path: "/Deals" });
    await expectRefusal(move(deal), "UNAVAILABLE");
    expect(await delivery.drain()).toBe(0);
  });
});

describe("declining a deal by hand", () => {
  it("closes it as lost for the reason", async () => {
    const deal = await dealIn("Waiting for Docs");
    await decline(deal);
    expect(await delivery.drain()).toBe(1);
    expect(dealFields(delivery, deal.crmId)).toMatchObject({
      Stage: "Closed Lost",
      Decline_Reason: "Stacking",
    });
    await expectRefusal(decline(deal), "RULE", "The deal is declined already.");
    const { userId } = deal;
    expect(await api.database.read.journeyEvent.findMany({ where: { userId } })).toMatchObject([
      { name: "Declined", eventId: null, happenedAt: api.clock.now() },
    ]);
  });

  const clocks = async (userId: number) =>
    (await (await api.as("VIEWER")).deadlines.list({ kind: "ADVERSE_ACTION", userId })).items;
  const declinedOnes = async (search: number) =>
    (await (await api.as("VIEWER")).users.list({ query: String(search), filters: { stage: "declined" } }))
      .users;

  it("declines the application, starts the clock of its notice, and shows it as declined", async () => {
    const deal = await dealIn("Underwriting");
    const { id } = await addApplication(api, deal.userId, { stage: "offered" });
    await decline(deal);
    expect(await api.database.read.application.findUnique({ where: { id } })).toMatchObject({
      stage: "declined",
      declineReason: "Stacking",
    });
    expect(await clocks(deal.userId)).toMatchObject([{ key: String(id), from: "2026-11-20" }]);
    expect(await declinedOnes(deal.userId)).toHaveLength(1);
    expect((await lastAuditEvent(api, "deals.decline"))?.after).toMatchObject({
      application: { applicationId: id, stage: "declined" },
    });
  });

  it("starts no clock where the customer withdrew", async () => {
    const deal = await dealIn("Underwriting");
    await addApplication(api, deal.userId, { stage: "underwriting" });
    await decline(deal, { reason: "Customer Cancelled" });
    expect(await clocks(deal.userId)).toEqual([]);
    expect(await declinedOnes(deal.userId)).toHaveLength(1);
  });

  it("does not change a funded application", async () => {
    const deal = await dealIn("Underwriting");
    const { id } = await addApplication(api, deal.userId, { stage: "funded", fundedAt: api.clock.now() });
    await decline(deal);
    expect((await api.database.read.application.findUnique({ where: { id } }))?.stage).toBe("funded");
  });

  it("is taken back by moving the deal on, which ends the clock", async () => {
    const deal = await dealIn("Underwriting");
    const { id } = await addApplication(api, deal.userId, { stage: "offered" });
    await decline(deal);
    await delivery.drain();
    placeDeal(delivery, deal.crmId, "Underwriting");
    const { deal: reopened } = await get(deal.userId);
    await move({ ...deal, dealId: reopened?.dealId ?? "" });
    expect(await api.database.read.application.findUnique({ where: { id } })).toMatchObject({
      stage: "offered",
      declineReason: "",
      declinedAt: null,
    });
    expect(await clocks(deal.userId)).toEqual([]);
  });

  it("is refused for a reason that is none of the fourteen", async () => {
    const { userId, dealId } = await dealIn("Underwriting");
    const declining = (await api.as("EMPLOYEE")).deals.decline({
      requestId: randomUUID(),
      userId,
      dealId,
      reason: "Do Not Fund" as "Other",
    });
    await expect(declining).rejects.toThrow("Please choose a decline reason.");
  });
});

describe("asking for a deal", () => {
  it("makes one in Underwriting with the source AP, and keeps its id on the newest application", async () => {
    const { userId, crmId } = await addCrmCustomer(api, { inDeals: false });
    const { id: applicationId } = await addApplication(api, userId);
    await request(userId);
    expect(await delivery.drain()).toBe(1);
    expect(dealFields(delivery, crmId)).toMatchObject({
      Deal_Name: "Maria Delgado",
      Stage: "Underwriting",
      Lead_Source: "AP",
    });
    const { deal } = await get(userId);
    expect(deal).toMatchObject({ stage: "Underwriting" });
    const application = await api.database.read.application.findUnique({ where: { id: applicationId } });
    expect(application?.dealId).toBe(deal?.dealId);
  });

  it("makes one even when the answer gets lost", async () => {
    const { userId, crmId } = await addCrmCustomer(api, { inDeals: false });
    delivery.sandbox.faults.add({
      provider: "zoho",
      kind: "timeoutAfterEffect",
      method: "POST",
      path: "/v8/Deals",
    });
    await request(userId);
    expect(await delivery.drain()).toBe(0);
    api.clock.advance({ minutes: 20 });
    expect(await delivery.drain()).toBe(1);
    expect(delivery.sandbox.zoho.records.listDeals(crmId)).toHaveLength(1);
  });

  it("is refused when there is a deal, or no id in the CRM", async () => {
    const { userId } = await dealIn("Underwriting");
    await expectRefusal(request(userId), "RULE", "There is a deal already.");
    const { id } = await api.user();
    await expectRefusal(request(id), "RULE", "Zoho Id is empty.");
    await expectRefusal(request(2_000_000_000), "NOT_FOUND");
  });
});

describe.each([
  ["deals.move", move, { before: "Underwriting", after: { stage: "Funding Review", declineReason: null } }],
  [
    "deals.decline",
    decline,
    { before: "Underwriting", after: { stage: "Closed Lost", declineReason: "Stacking" } },
  ],
] as const)("%s", (action, press, audited) => {
  let deal: Awaited<ReturnType<typeof dealIn>>;
  beforeEach(async () => {
    deal = await dealIn("Underwriting");
  });

  it("survives replay, also once the CRM has it and when the CRM is away, with one audit event", async () => {
    const requestId = randomUUID();
    const before = await countAuditEvents(api, action);
    const first = await press(deal, { requestId });
    await delivery.drain();
    delivery.sandbox.faults.add({ provider: "zoho", kind: "status", status: 503, path: "/Deals" });
    expect(await press(deal, { requestId })).toEqual(first);
    expect(await countAuditEvents(api, action)).toBe(before + 1);
    expect(await lastAuditEvent(api, action)).toMatchObject({
      subjectType: "user",
      subjectId: String(deal.userId),
      before: { dealId: deal.dealId, stage: audited.before },
      after: { dealId: deal.dealId, ...audited.after },
    });
  });
});
