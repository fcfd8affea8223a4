import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { declineApplication } from "../applications/decline.ts";
import { addCrmCustomer, dealFields, placeDeal } from "../testing/crm.ts";
import { addApplication } from "../testing/customers.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { createMemoryStorage } from "../testing/memory-storage.ts";

let api: TestApi;
let delivery: Delivery;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  api.services.ports.crm = delivery.ports.crm;
  api.services.ports.objectStorage = createMemoryStorage();
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

const set = async (userId: number, changed: object = {}) =>
  (await api.as("EMPLOYEE")).doNotFund.set({
    requestId: randomUUID(),
    userId,
    doNotFund: true,
    reason: "Defaulted",
    ...changed,
  });

const clear = async (userId: number) =>
  (await api.as("EMPLOYEE")).doNotFund.clear({ requestId: randomUUID(), userId, doNotFund: false });

describe("an open application of who is not to be funded any more", () => {
  const readApplication = (id: number) =>
    api.database.read.application.findUniqueOrThrow({
      where: { id },
      select: { stage: true, declineReason: true, declinedAt: true },
    });
  const clocks = async (userId: number) =>
    (await (await api.as("VIEWER")).deadlines.list({ kind: "ADVERSE_ACTION", userId })).items;
  const preview = async (applicationId: number) =>
    (await api.as("VIEWER")).adverseAction.preview({ applicationId });
  /** A customer with an open application, and a renewal of theirs with another. */
  async function person() {
    const first = await addCrmCustomer(api);
    const renewal = await addCrmCustomer(api, { refUser: { connect: { id: first.userId } } });
    const { id: applicationId } = await addApplication(api, first.userId, { stage: "offered" });
    const { id: renewalId } = await addApplication(api, renewal.userId, { stage: "contracted" });
    return { first, renewal, applicationId, renewalId };
  }

  it("is declined for the reason, which starts the clock of its notice; so are those of the same person", async () => {
    const { first, renewal, applicationId, renewalId } = await person();
    placeDeal(delivery, renewal.crmId, "Underwriting");
    expect(await (await api.as("VIEWER")).doNotFund.effect({ userId: first.userId })).toMatchObject({
      openApplications: [applicationId, renewalId],
    });
    await set(first.userId);
    const declined = { stage: "declined", declineReason: "Defaulted", declinedAt: api.clock.now() };
    expect([await readApplication(applicationId), await readApplication(renewalId)]).toEqual([
      declined,
      declined,
    ]);
    expect(await clocks(first.userId)).toMatchObject([{ key: String(applicationId), from: "2026-11-20" }]);
    expect(await clocks(renewal.userId)).toMatchObject([{ key: String(renewalId) }]);
    expect(await preview(applicationId)).toMatchObject({
      reasons: ["Poor credit performance with us"],
      mustChoose: false,
    });
    const events = await api.database.read.auditEvent.findMany({
      where: { action: "doNotFund.set", subjectId: { in: [String(first.userId), String(renewal.userId)] } },
      orderBy: { id: "asc" },
    });
    expect(events).toMatchObject([
      {
        subjectId: String(first.userId),
        before: { doNotFund: false, application: { applicationId, stage: "offered" } },
        after: { doNotFund: true, application: { applicationId, stage: "declined" } },
      },
      {
        subjectId: String(renewal.userId),
        after: { samePerson: first.userId, application: { stage: "declined" } },
      },
    ]);
    await delivery.drain();
    expect(dealFields(delivery, renewal.crmId)).toMatchObject({
      Stage: "Closed Lost",
      Decline_Reason: "Do Not Fund",
    });
  });

  it("asks a person for the principal reason where the flag's can not be stated", async () => {
    const { userId } = await addCrmCustomer(api);
    const { id } = await addApplication(api, userId, { stage: "underwriting" });
    await set(userId, { reason: "Other", otherReason: "Fraud ring" });
    expect(await preview(id)).toMatchObject({ reasons: [], unclear: ["Fraud ring"], mustChoose: true });
    expect(await clocks(userId)).toHaveLength(1);
  });

  it("that was funded or declined before stays as it is", async () => {
    const { userId } = await addCrmCustomer(api);
    const { id } = await addApplication(api, userId, { stage: "declined", declineReason: "Stacking" });
    await set(userId);
    await clear(userId);
    expect(await readApplication(id)).toMatchObject({ stage: "declined", declineReason: "Stacking" });
    const { userId: funded } = await addCrmCustomer(api);
    const { id: paidOut } = await addApplication(api, funded, { stage: "funded", fundedAt: api.clock.now() });
    await set(funded);
    expect(await readApplication(paidOut)).toMatchObject({ stage: "funded" });
    expect(await clocks(funded)).toEqual([]);
  });

  it("that staff declined for the reason of the flag stays declined when the flag is lifted", async () => {
    const { userId } = await addCrmCustomer(api);
    const { id } = await addApplication(api, userId, { stage: "underwriting" });
    await api.database.unsafeTransaction((tx) =>
      declineApplication(tx, { userId, dealId: null }, "Defaulted", api.clock.now()),
    );
    await set(userId);
    await clear(userId);
    expect(await readApplication(id)).toMatchObject({ stage: "declined", declineReason: "Defaulted" });
  });

  it("is open again once the flag is lifted, and no clock runs", async () => {
    const { first, renewal, applicationId, renewalId } = await person();
    await set(first.userId);
    await clear(first.userId);
    expect(await readApplication(applicationId)).toEqual({
      stage: "offered",
      declineReason: "",
      declinedAt: null,
    });
    expect(await readApplication(renewalId)).toMatchObject({ stage: "contracted", declinedAt: null });
    expect(await clocks(first.userId)).toEqual([]);
    await delivery.drain();
    expect(dealFields(delivery, renewal.crmId)).toMatchObject({
      Stage: "Underwriting",
      Decline_Reason: null,
    });
  });

  it("stays declined while another flag keeps the person from being funded", async () => {
    const { first, renewal, applicationId, renewalId } = await person();
    await set(first.userId);
    await set(renewal.userId);
    await clear(first.userId);
    expect([await readApplication(applicationId), await readApplication(renewalId)]).toMatchObject([
      { stage: "declined" },
      { stage: "declined" },
    ]);
  });

  it("of which the notice went out stays declined until the deal is moved on", async () => {
    const { userId, crmId } = await addCrmCustomer(api, { email: "notice@example.com" });
    const { id } = await addApplication(api, userId, { stage: "offered" });
    await set(userId);
    await (await api.as("EMPLOYEE")).adverseAction.send({ requestId: randomUUID(), applicationId: id });
    await clear(userId);
    await delivery.drain();
    expect(await readApplication(id)).toMatchObject({ stage: "declined" });
    const dealId = placeDeal(delivery, crmId, "Underwriting");
    const stage = "Funding Review";
    await (await api.as("EMPLOYEE")).deals.move({ requestId: randomUUID(), userId, dealId, stage });
    expect(await readApplication(id)).toMatchObject({ stage: "offered" });
  });
});
