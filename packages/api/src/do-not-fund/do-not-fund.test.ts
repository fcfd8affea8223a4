import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { verifyChains } from "../chain/chains.ts";
import { addCrmCustomer, dealFields, notesOn, placeDeal } from "../testing/crm.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
let delivery: Delivery;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
});
afterEach(async () => {
  delivery.sandbox.faults.clear();
  await delivery.drain();
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

const set = async (userId: number, changed: object = {}, role: Role = "EMPLOYEE") =>
  (await api.as(role)).doNotFund.set({
    requestId: randomUUID(),
    userId,
    doNotFund: true,
    reason: "Defaulted",
    ...changed,
  });

const clear = async (userId: number) =>
  (await api.as("EMPLOYEE")).doNotFund.clear({ requestId: randomUUID(), userId, doNotFund: false });

const readFlag = (id: number) =>
  api.database.read.user.findUniqueOrThrow({
    where: { id },
    select: { doNotFund: true, doNotFundReason: true },
  });

const readSteps = async (userId: number) =>
  (await (await api.as("VIEWER")).doNotFund.progress({ userId }))?.steps ?? [];

const readStates = async (userId: number) =>
  Object.fromEntries((await readSteps(userId)).map(({ step, state }) => [step, state]));

const contactFields = (crmId: string) => delivery.sandbox.zoho.records.get("Contacts", crmId)?.fields;

describe("setting the flag", () => {
  it("keeps flag and reason, and takes them to contact, lead and deal in the CRM", async () => {
    const { userId, crmId } = await addCrmCustomer(api);
    placeDeal(delivery, crmId, "Funding Review");
    expect(await set(userId)).toEqual({ doNotFund: true, doNotFundReason: "Defaulted", version: 2 });
    expect(await readFlag(userId)).toEqual({ doNotFund: true, doNotFundReason: "Defaulted" });
    expect(Object.values(await readStates(userId))).toEqual(["QUEUED", "QUEUED", "QUEUED", "QUEUED"]);

    expect(await delivery.drain()).toBe(4);
    expect(contactFields(crmId)).toMatchObject({ DNF: true, DNF_Reason: "Defaulted" });
    expect(dealFields(delivery, crmId)).toMatchObject({
      Stage: "Closed Lost",
      Decline_Reason: "Do Not Fund",
    });
    const told =
      /^Do Not Fund was set by Test EMPLOYEE on 2026-11-20 10:00:00 \(New York\)\. Reason: Defaulted/;
    expect(notesOn(delivery, crmId)).toEqual({
      lead: [expect.stringMatching(told)],
      deal: [expect.stringMatching(told)],
    });
    expect(await readStates(userId)).toEqual({
      contact: "DELIVERED",
      leadNote: "DELIVERED",
      deal: "DELIVERED",
      dealNote: "DELIVERED",
    });
    expect(await api.database.read.deal.findUnique({ where: { userId } })).toMatchObject({
      stage: "Closed Lost",
      declineReason: "Do Not Fund",
    });
  });

  it("for another reason keeps what was written", async () => {
    const { userId } = await addCrmCustomer(api);
    await set(userId, { reason: "Other", otherReason: " Fraud ring " });
    expect(await readFlag(userId)).toEqual({ doNotFund: true, doNotFundReason: "Fraud ring" });
  });

  it("takes a reason that is too long for the CRM's field there cut, and whole into the notes", async () => {
    const { userId, crmId } = await addCrmCustomer(api);
    const otherReason = "x".repeat(500);
    await set(userId, { reason: "Other", otherReason });
    expect(await delivery.drain()).toBe(4);
    expect(contactFields(crmId)).toMatchObject({ DNF: true, DNF_Reason: "x".repeat(255) });
    expect(notesOn(delivery, crmId).lead[0]).toContain(otherReason);
  });

  it("goes on without the deal when the customer is not in deals", async () => {
    const { userId, crmId } = await addCrmCustomer(api, { inDeals: false });
    await set(userId);
    expect(await delivery.drain()).toBe(4);
    expect(await readStates(userId)).toEqual({
      contact: "DELIVERED",
      leadNote: "DELIVERED",
      deal: "SKIPPED",
      dealNote: "SKIPPED",
    });
    expect(notesOn(delivery, crmId).lead).toHaveLength(1);
  });

  it("is refused without a reason, without a customer, and without the CRM's id, and then nothing is queued", async () => {
    const { userId } = await addCrmCustomer(api);
    await expect(set(userId, { reason: "" })).rejects.toThrow("Please select from the Do not fund reasons.");
    await expect(set(userId, { reason: "Other" })).rejects.toThrow("Please specity Other reason.");
    await expectRefusal(set(2_000_000_000), "NOT_FOUND");
    const { id: unknownToCrm } = await api.user();
    await expectRefusal(set(unknownToCrm), "RULE", "Zoho Id is empty.");
    expect(await readFlag(unknownToCrm)).toEqual({ doNotFund: false, doNotFundReason: "" });
    expect(await delivery.drain()).toBe(0);
  });

  it("by two admins at once happens once", async () => {
    const { userId } = await addCrmCustomer(api);
    const outcomes = await Promise.allSettled([set(userId), set(userId, {}, "ADMIN")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expectRefusal(set(userId), "CONFLICT", "Someone else changed the Do Not Fund flag.");
    expect(await delivery.drain()).toBe(4);
  });
});

describe("clearing the flag", () => {
  const banned = async () => {
    const customer = await addCrmCustomer(api);
    await set(customer.userId);
    await delivery.drain();
    return customer;
  };

  it("takes flag and reason back, and tells the CRM who did it and when", async () => {
    const { userId, crmId } = await banned();
    expect(await clear(userId)).toEqual({ doNotFund: false, doNotFundReason: "", version: 3 });
    expect(await readFlag(userId)).toEqual({ doNotFund: false, doNotFundReason: "" });
    expect(await delivery.drain()).toBe(4);
    expect(contactFields(crmId)).toMatchObject({ DNF: false, DNF_Reason: null });
    expect(dealFields(delivery, crmId)).toMatchObject({ Stage: "Underwriting", Decline_Reason: null });
    const told = /^Do Not Fund was cleared by Test EMPLOYEE on 2026-11-20 10:00:00 \(New York\)\./;
    expect(notesOn(delivery, crmId).deal[0]).toMatch(told);
    expect(notesOn(delivery, crmId).lead[0]).toMatch(told);
    expect(await readStates(userId)).toEqual({
      contact: "DELIVERED",
      leadNote: "DELIVERED",
      deal: "DELIVERED",
      dealNote: "DELIVERED",
    });
  });

  it("is told on the lead alone when the customer is not in deals", async () => {
    const { userId, crmId } = await addCrmCustomer(api, { inDeals: false });
    await set(userId);
    await clear(userId);
    expect(await delivery.drain()).toBe(8);
    expect(await readStates(userId)).toEqual({
      contact: "DELIVERED",
      leadNote: "DELIVERED",
      deal: "SKIPPED",
      dealNote: "SKIPPED",
    });
    expect(notesOn(delivery, crmId).lead).toHaveLength(2);
  });

  it("is refused when there is no flag", async () => {
    const { userId } = await addCrmCustomer(api);
    await expectRefusal(clear(userId), "CONFLICT");
  });

  it("reaches the CRM after the setting before it, also when that has to be tried again", async () => {
    const { userId, crmId } = await addCrmCustomer(api);
    await set(userId);
    delivery.sandbox.faults.add({ provider: "zoho", kind: "status", status: 503, path: "/Contacts" });
    expect(await delivery.drain()).toBe(0);
    await clear(userId);
    expect(await delivery.drain()).toBe(0);
    api.clock.advance({ minutes: 20 });
    expect(await delivery.drain()).toBe(8);
    expect(contactFields(crmId)).toMatchObject({ DNF: false });
    expect(dealFields(delivery, crmId)).toMatchObject({ Stage: "Underwriting", Decline_Reason: null });
  });
});

describe("a step that the CRM refuses", () => {
  const refused = async () => {
    const customer = await addCrmCustomer(api);
    delivery.sandbox.faults.add({ provider: "zoho", kind: "status", status: 403, path: "/Contacts" });
    await set(customer.userId);
    await delivery.drain();
    const steps = await readSteps(customer.userId);
    return { ...customer, stepId: steps[0]?.id ?? "", steps };
  };
  const retry = async (userId: number, stepId: string, requestId = randomUUID()) =>
    (await api.as("EMPLOYEE")).doNotFund.retryStep({ requestId, userId, stepId });

  it("is shown as failed, and does not keep the others from being done", async () => {
    const { steps } = await refused();
    expect(steps.map(({ state }) => state)).toEqual(["FAILED", "DELIVERED", "DELIVERED", "DELIVERED"]);
    expect(steps[0]?.lastError).toMatch(/^The CRM /);
  });

  it("can be tried again, once a press, and the press is audited", async () => {
    const { userId, crmId, stepId } = await refused();
    const requestId = randomUUID();
    expect(await retry(userId, stepId, requestId)).toEqual(await retry(userId, stepId, requestId));
    expect(await lastAuditEvent(api, "doNotFund.retryStep")).toMatchObject({
      subjectId: String(userId),
      before: { step: "contact", state: "FAILED" },
      requestId,
    });
    expect(await delivery.drain()).toBe(1);
    expect(contactFields(crmId)).toMatchObject({ DNF: true });
    await expectRefusal(retry(userId, stepId), "RULE", "This step is not one that failed.");
  });

  it("is not tried again as a step of someone else", async () => {
    const { stepId } = await refused();
    const { userId: other } = await addCrmCustomer(api);
    await expectRefusal(retry(other, stepId), "RULE");
  });
});

it("a flag that was never changed here has no steps", async () => {
  const { userId } = await addCrmCustomer(api, { doNotFund: true, doNotFundReason: "Defaulted" });
  expect(await (await api.as("VIEWER")).doNotFund.progress({ userId })).toBeNull();
});

it("every change of a flag stands in an audit chain that verifies", async () => {
  expect(await verifyChains(api.database.read, api.vault)).toEqual([]);
});
