import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { control } from "../testing/control.ts";
import { failure } from "../testing/failure.ts";
import { answering } from "../testing/payliance.ts";
import { createMemoryTokenStore } from "../token-store.ts";
import type { Crm } from "./port.ts";
import { createZohoCrm, type ZohoCrmConfig } from "./zoho.ts";

const NOT_IN_DEALS = "5725767010000000019";
const NOW = Date.parse("2026-03-03T17:00:00Z");

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date(NOW) });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("of several deals the newest is the customer's, in whatever order Zoho lists them", async () => {
  for (const day of ["2025-06-01", "2026-01-30", "2024-01-15", "2026-02-27", "2025-12-31"])
    await dealMade(`${day}T12:00:00Z`, day);
  const found = await crm().findDeal(NOT_IN_DEALS);
  expect(findName(found.inDeals ? found.deal.dealId : "")).toBe("2026-02-27");
  const listed = sandbox.zoho.records.listDeals(NOT_IN_DEALS).map(({ id }) => findName(id));
  expect(["2026-02-27", "2024-01-15"]).not.toContain(listed[0]);
  await crm().setDealStage(found.inDeals ? found.deal.dealId : "", {
    stage: "Closed Won",
    declineReason: null,
  });
  expect(await crm().findDeal(NOT_IN_DEALS)).toMatchObject({ deal: { stage: "Closed Won" } });
});

test("of two deals of the same second the newest is the one that was numbered later", async () => {
  for (const name of ["first", "second", "third"]) await dealMade("2026-02-27T12:00:00Z", name);
  const found = await crm().findDeal(NOT_IN_DEALS);
  expect(findName(found.inDeals ? found.deal.dealId : "")).toBe("third");
});

test("a list of deals that has another name is a fault: no deal is made, and nobody is not in deals", async () => {
  await control(sandbox, "zoho/settings", { dealsRenamed: true });
  const fault = {
    kind: "refused",
    vendorCode: "INVALID_DATA",
    message: expect.stringContaining("relation name"),
  };
  expect(await failure(crm().findDeal(NOT_IN_DEALS))).toMatchObject(fault);
  const request = { crmId: NOT_IN_DEALS, name: "Ada Quill", stage: "Underwriting", source: "AP" };
  expect(await failure(crm().requestDeal(request))).toMatchObject(fault);
  expect(sandbox.zoho.records.listDeals(NOT_IN_DEALS)).toEqual([]);
});

test("a deal that its contact's list does not show yet is found, and no second one is made", async () => {
  const request = { crmId: NOT_IN_DEALS, name: "Ada Quill", stage: "Underwriting", source: "AP" };
  sandbox.faults.add({ provider: "zoho", kind: "resetAfterEffect", method: "POST", path: "/v8/Deals" });
  expect(await failure(crm().requestDeal(request))).toMatchObject({ kind: "unknown" });
  await control(sandbox, "zoho/settings", { dealsBehind: true });
  const { dealId, created } = await crm().requestDeal(request);
  expect(created).toBe(false);
  expect(await crm().findDeal(NOT_IN_DEALS)).toMatchObject({ deal: { dealId, stage: "Underwriting" } });
  await control(sandbox, "zoho/settings", { dealsBehind: false });
  expect(sandbox.zoho.records.listDeals(NOT_IN_DEALS)).toHaveLength(1);
});

test.each([
  ["no id", { status: "success" }],
  [
    "the id of another record",
    { status: "success", code: "SUCCESS", details: { id: "5725767110000000013" } },
  ],
])("a change that is answered as done with %s is not taken for done", async (_, told) => {
  const vendor = await answering(200, JSON.stringify({ data: [told] }));
  const stage = { stage: "Closed Won", declineReason: null };
  const change = crm({ baseUrl: vendor.url }).setDealStage("5725767110000000012", stage);
  expect(await failure(change)).toMatchObject({ kind: "unavailable" });
  vendor.close();
});

test("a deal that can not be read for another reason than its id is a fault", async () => {
  sandbox.faults.add({ provider: "zoho", kind: "status", status: 400, path: "/Deals/" });
  expect(await failure(crm().deal("5725767110000000012"))).toMatchObject({ kind: "refused", status: 400 });
});

test("what the organisation asks of a new deal is sent, and what is missing is named", async () => {
  await control(sandbox, "zoho/settings", { mandatory: ["Pipeline", "Closing_Date"] });
  const request = { crmId: NOT_IN_DEALS, name: "Ada Quill", stage: "Underwriting", source: "AP" };
  expect(await failure(crm().requestDeal(request))).toMatchObject({
    kind: "refused",
    vendorCode: "MANDATORY_NOT_FOUND",
    message: expect.stringContaining("(Pipeline)"),
  });
  const { dealId } = await crm({ newDeal: { pipeline: "Standard", closesAfterDays: 30 } }).requestDeal(
    request,
  );
  expect(sandbox.zoho.records.get("Deals", dealId)?.fields).toMatchObject({
    Pipeline: "Standard",
    Closing_Date: "2026-04-02",
  });
});

test("a deal without a stage has none, which is no fault", async () => {
  const { id } = await dealMade("2026-02-27T12:00:00Z", "Without", { Stage: null });
  expect(await crm().findDeal(NOT_IN_DEALS)).toMatchObject({ deal: { dealId: id, stage: "" } });
});

test.each(["LIMIT_EXCEEDED", "LIMIT_REACHED"])("%s inside a 200 is tried again later", async (code) => {
  const error = { status: "error", code, message: "Record count exceeded", details: {} };
  const vendor = await answering(200, JSON.stringify({ data: [error] }));
  const change = crm({ baseUrl: vendor.url }).updateDealTerms("5725767110000000012", {
    fundedAmountCents: 1,
  });
  expect(await failure(change)).toMatchObject({ kind: "unavailable", vendorCode: code });
  vendor.close();
});

const tokens = createMemoryTokenStore();

function crm(changes: Partial<ZohoCrmConfig> = {}): Crm {
  const { baseUrl, accountsUrl, credentials } = sandbox.zoho;
  const usual = { baseUrl, accountsUrl, credentials, tokens, deadlineMs: 60_000, effectWindowMs: 0 };
  return createZohoCrm({ ...usual, now: () => new Date(NOW), ...changes });
}

/** A deal that somebody made in Zoho itself. */
async function dealMade(createdAt: string, Deal_Name: string, fields = {}): Promise<{ id: string }> {
  const deal = { Deal_Name, Stage: "Underwriting", Contact_Name: { id: NOT_IN_DEALS }, ...fields };
  await control(sandbox, "zoho/deals", { createdAt, ...deal });
  const made = sandbox.zoho.records.listDeals(NOT_IN_DEALS).find(({ id }) => findName(id) === Deal_Name);
  return { id: made?.id ?? "" };
}

const findName = (dealId: string) => sandbox.zoho.records.get("Deals", dealId)?.fields.Deal_Name;
