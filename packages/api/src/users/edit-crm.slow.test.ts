import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { crmDraft } from "../deals/message.ts";
import { queueOutbox } from "../outbox/queue.ts";
import { addCrmCustomer, dealFields, placeDeal } from "../testing/crm.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { edit, editableCustomer, editInput, openForm } from "../testing/edit-user.ts";
import { expectRefusal } from "../testing/expectations.ts";
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

/** A customer with terms whom the CRM knows. */
async function known({ inDeals = true } = {}) {
  const { crmId } = await addCrmCustomer(api, { inDeals });
  return { crmId, ...(await editableCustomer(api, {}, { zohoId: crmId })) };
}

const raise = { approvedAmountCents: 550_000, manualAdjustmentReason: "Customer Request" } as const;
const contactFields = (crmId: string) => delivery.sandbox.zoho.records.get("Contacts", crmId)?.fields;
const readCrm = async (userId: number) => (await openForm(api, userId)).crm;
const readStates = async (userId: number) =>
  (await readCrm(userId))?.steps.map(({ step, state }) => [step, state]);

describe("an edit", () => {
  it("sends the CRM the contact and the seven terms of the deal, in dollars", async () => {
    const { userId, crmId, email } = await known();
    expect(await edit(api, userId, { ...raise, phone: "6465550123", zipcode: "" })).toMatchObject({
      isCrmTold: true,
    });
    expect(await readStates(userId)).toEqual([
      ["contact", "QUEUED"],
      ["deal", "QUEUED"],
    ]);
    expect(await delivery.drain()).toBe(2);
    expect(contactFields(crmId)).toMatchObject({
      Email: email,
      Phone: "6465550123",
      Mailing_Street: "41 Mott St",
      Mailing_City: "New York",
      Mailing_State: "NY",
      Mailing_Zip: null,
    });
    expect(dealFields(delivery, crmId)).toMatchObject({
      Payment_Amount: 412.5,
      Funded_Amount: 5500,
      Disbursement_Amount: 5089.25,
      Repay_Amount: 6500,
      Approved_Amount: 5500,
      Discount_Amount: 200,
      Manual_Adjustment_Reason: "Customer Request",
    });
    expect(await readStates(userId)).toEqual([
      ["contact", "DELIVERED"],
      ["deal", "DELIVERED"],
    ]);
  });

  it("is sent to the CRM once when the request is repeated", async () => {
    const { userId } = await known();
    const input = editInput(await openForm(api, userId), raise);
    const { users } = await api.as("EMPLOYEE");
    await users.edit(input);
    await users.edit(input);
    expect(await delivery.drain()).toBe(1);
  });

  it("skips the deal of a customer who is not in deals, which is not a failure", async () => {
    const { userId, crmId } = await known({ inDeals: false });
    await edit(api, userId, { ...raise, city: "Brooklyn" });
    expect(await delivery.drain()).toBe(2);
    expect(await readStates(userId)).toEqual([
      ["contact", "DELIVERED"],
      ["deal", "SKIPPED"],
    ]);
    expect(contactFields(crmId)).toMatchObject({ Mailing_City: "Brooklyn" });
  });

  it("is saved without a CRM step for a customer whom the CRM does not know", async () => {
    const { userId } = await editableCustomer(api);
    expect(await edit(api, userId, { ...raise, city: "Brooklyn" })).toMatchObject({ isCrmTold: false });
    expect(await delivery.drain()).toBe(0);
    expect(await readCrm(userId)).toBeNull();
  });

  it("does not hide the queued stage change on the customer's page", async () => {
    const { userId, crmId } = await known();
    api.services.ports.crm = delivery.ports.crm;
    const dealId = placeDeal(delivery, crmId, "Underwriting");
    const admin = await api.as("EMPLOYEE");
    await admin.deals.move({ requestId: randomUUID(), userId, dealId, stage: "Funding Review" });
    for (const city of ["Brooklyn", "Queens", "Newark"]) await edit(api, userId, { city });
    expect((await admin.deals.get({ userId })).change).toMatchObject({ step: "stage", state: "QUEUED" });
  });
});

describe("a step that the CRM refused", () => {
  const refused = async () => {
    const customer = await known();
    delivery.sandbox.faults.add({ provider: "zoho", kind: "status", status: 403, path: "/Contacts" });
    await edit(api, customer.userId, { city: "Brooklyn" });
    await delivery.drain();
    const steps = (await readCrm(customer.userId))?.steps ?? [];
    return { ...customer, steps, stepId: steps[0]?.id ?? "" };
  };
  const retry = async (userId: number, stepId: string) =>
    (await api.as("EMPLOYEE")).users.retryEditStep({ requestId: randomUUID(), userId, stepId });

  it("is listed with its error, and the other step is delivered", async () => {
    const { steps } = await refused();
    expect(steps.map(({ state }) => state)).toEqual(["FAILED", "DELIVERED"]);
    expect(steps[0]?.lastError).toMatch(/^The CRM /);
  });

  it("is delivered by a retry", async () => {
    const { userId, crmId, stepId } = await refused();
    await retry(userId, stepId);
    expect(await delivery.drain()).toBe(1);
    expect(contactFields(crmId)).toMatchObject({ Mailing_City: "Brooklyn" });
  });

  it("is retried only after the last attempt can no longer take effect", async () => {
    const { userId, stepId } = await refused();
    const where = { id: stepId };
    const nextAt = api.clock.in({ minutes: 5 });
    await api.database.unsafeTransaction((tx) => tx.outboxMessage.update({ where, data: { nextAt } }));
    await retry(userId, stepId);
    expect(await api.database.read.outboxMessage.findUniqueOrThrow({ where })).toMatchObject({
      state: "QUEUED",
      nextAt,
      lastError: "",
    });
  });

  it("is not retried after a later change of the same fields, which the retry would undo", async () => {
    const later = "A later change of the same field was sent to the CRM";
    const first = await refused();
    delivery.sandbox.faults.clear();
    await edit(api, first.userId, { city: "Queens" });
    await delivery.drain();
    await expectRefusal(retry(first.userId, first.stepId), "CONFLICT", later);
    // The same holds when the later change is no edit of the customer.
    const other = await refused();
    const fields = { email: null, phone: null, street: null, city: "Newark", state: null, zipCode: null };
    const { userId, crmId } = other;
    await api.database.unsafeTransaction((tx) =>
      queueOutbox(tx, api.vault, api.clock.now(), [
        crmDraft(randomUUID(), { step: "contact", userId, crmId, fields }),
      ]),
    );
    await expectRefusal(retry(userId, other.stepId), "CONFLICT", later);
    expect(
      await api.database.read.outboxMessage.findUniqueOrThrow({ where: { id: other.stepId } }),
    ).toMatchObject({ state: "FAILED" });
  });

  it("is not retried after its removal from the list of failures", async () => {
    const { userId, stepId } = await refused();
    await api.database.unsafeTransaction((tx) =>
      tx.outboxMessage.update({ where: { id: stepId }, data: { deletedAt: api.clock.now() } }),
    );
    await expectRefusal(retry(userId, stepId), "RULE", "This step is not one that failed.");
  });

  it("is retried once for two simultaneous requests", async () => {
    const { userId, stepId } = await refused();
    const pressed = await Promise.allSettled([retry(userId, stepId), retry(userId, stepId)]);
    expect(pressed.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("is not retried when it did not fail, nor for another customer", async () => {
    const { userId, stepId, steps } = await refused();
    const message = "This step is not one that failed.";
    await expectRefusal(retry(userId, steps[1]?.id ?? ""), "RULE", message);
    const { userId: other } = await known();
    await expectRefusal(retry(other, stepId), "RULE", message);
  });
});
