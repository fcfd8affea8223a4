import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addOwner, connectBusinesses, deliverAll, readRow, registerReviewed } from "../testing/businesses.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { countAuditEvents, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { pollBusinesses, receiveVerificationEvent } from "./poll.ts";
import { refreshBusiness } from "./refresh.ts";

let api: TestApi;
let delivery: Delivery;
let userId: number;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  connectBusinesses(api, delivery);
});
beforeEach(async () => {
  await api.database.pool.query("UPDATE business SET next_check_at = NULL");
  userId = await addOwner(api);
});
afterEach(() => delivery.sandbox.faults.clear());
afterAll(async () => {
  await delivery.close();
  await api.close();
});

async function register() {
  const employee = await api.as("EMPLOYEE");
  await employee.businesses.register({ requestId: randomUUID(), userIds: String(userId), retry: false });
  await deliverAll(api, delivery);
}

async function fileLien() {
  await registerReviewed(api, delivery, [userId]);
  const employee = await api.as("EMPLOYEE");
  await employee.businesses.fileLiens({ requestId: randomUUID(), userIds: [userId] });
  await deliverAll(api, delivery);
}

/** The same against a business that the verifier has decided on: nothing but the lien is waited for. */
async function fileLienOfApproved() {
  await register();
  api.clock.advance({ hours: 100 });
  await poll();
  const employee = await api.as("EMPLOYEE");
  await employee.businesses.fileLiens({ requestId: randomUUID(), userIds: [userId] });
  await deliverAll(api, delivery);
  expect(await readRow(api, userId)).toMatchObject({
    midDeskResponseStatus: "approved",
    lienStatus: "created",
  });
}

/** The verifier knows the business no longer. */
async function loseBusiness() {
  await api.database.pool.query(
    "UPDATE business SET business_id = 'gone-' || user_id, next_check_at = $2 WHERE user_id = $1",
    [userId, api.clock.now()],
  );
  await poll();
}

const poll = () => pollBusinesses(api.services);
const nextCheck = async () =>
  (await api.database.read.business.findUniqueOrThrow({ where: { userId } })).nextCheckAt;
const theLien = () => api.database.read.businessLien.findFirstOrThrow({ where: { userId } });
const gets = () => delivery.sandbox.calls.list().filter(({ provider }) => provider === "middesk").length;

describe("a business", () => {
  it("is asked about until it is decided on, with an audit event for each change", async () => {
    await register();
    const before = await countAuditEvents(api, "businesses.refresh");
    for (const [hours, status] of [
      [1, "pending"],
      [24, "in_review"],
      [72, "approved"],
    ] as const) {
      api.clock.advance({ hours });
      expect(await poll()).toBe(1);
      expect(await readRow(api, userId)).toMatchObject({ midDeskResponseStatus: status });
    }
    expect(await countAuditEvents(api, "businesses.refresh")).toBe(before + 3);
    expect(await lastAuditEvent(api, "businesses.refresh")).toMatchObject({
      actor: "job:business-verification",
      subjectId: String(userId),
      before: { status: "in_review" },
      after: { status: "approved" },
    });
    expect(await nextCheck()).toBeNull();
    api.clock.advance({ hours: 100 });
    expect(await poll()).toBe(0);
  });

  it("that does not change is asked about ever less often, and nothing is written of it", async () => {
    await register();
    api.clock.advance({ hours: 30 });
    await poll();
    const row = await readRow(api, userId);
    const before = await countAuditEvents(api, "businesses.refresh");
    expect(await nextCheck()).toEqual(api.clock.in({ seconds: 10 }));
    api.clock.advance({ minutes: 5 });
    expect(await poll()).toBe(1);
    expect(await nextCheck()).toEqual(api.clock.in({ seconds: 30 }));
    expect(await poll()).toBe(0);
    api.clock.advance({ hours: 20 });
    expect(await poll()).toBe(1);
    expect(await nextCheck()).toEqual(api.clock.in({ hours: 1 }));
    expect(await readRow(api, userId)).toEqual(row);
    expect(await countAuditEvents(api, "businesses.refresh")).toBe(before);
  });

  it("that the verifier no longer knows is in error, in its words, and can be registered again", async () => {
    await register();
    await api.database.pool.query("UPDATE business SET business_id = 'gone' WHERE user_id = $1", [userId]);
    api.clock.advance({ hours: 1 });
    await poll();
    expect(await readRow(api, userId)).toMatchObject({
      midDeskResponseStatus: "error",
      error: expect.stringContaining("Business not found"),
    });
    expect(await nextCheck()).toBeNull();
    const employee = await api.as("EMPLOYEE");
    const input = { requestId: randomUUID(), userIds: String(userId), retry: true };
    expect(await employee.businesses.register(input)).toMatchObject({ success: true });
    const pending = { midDeskResponseStatus: "pending", error: null };
    expect(await readRow(api, userId)).toMatchObject({ ...pending, businessId: null });
    await deliverAll(api, delivery);
    expect(await readRow(api, userId)).toMatchObject(pending);
  });

  it("stays as it is while the verifier is away, and the others are not asked about in vain", async () => {
    await register();
    const first = userId;
    userId = await addOwner(api);
    await register();
    api.clock.advance({ hours: 25 });
    const before = gets();
    delivery.sandbox.faults.add({ provider: "middesk", kind: "status", status: 503 });
    expect(await poll()).toBe(0);
    expect(gets()).toBe(before + 1);
    expect(await readRow(api, first)).toMatchObject({ midDeskResponseStatus: "open" });
    api.clock.advance({ minutes: 6 });
    expect(await poll()).toBe(2);
    expect(await readRow(api, first)).toMatchObject({ midDeskResponseStatus: "in_review" });
  });

  it("told of by many at the same moment is kept once", async () => {
    await register();
    api.clock.advance({ hours: 25 });
    const before = await countAuditEvents(api, "businesses.refresh");
    await Promise.all([1, 2, 3, 4].map(() => refreshBusiness(api.services, userId)));
    expect(await readRow(api, userId)).toMatchObject({ midDeskResponseStatus: "in_review" });
    expect(await countAuditEvents(api, "businesses.refresh")).toBe(before + 1);
  });

  it("is asked about by one of two workers", async () => {
    await register();
    api.clock.advance({ hours: 25 });
    const [one, other] = await Promise.all([poll(), poll()]);
    expect(one + other).toBe(1);
  });

  it("that one worker still asks about is not asked about by another", async () => {
    await register();
    api.clock.advance({ hours: 25 });
    const { ports } = api.services;
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const business = async (businessId: string) => {
      asked.resolve();
      await answered.promise;
      return ports.businessVerification.business(businessId);
    };
    const businessVerification = { ...ports.businessVerification, business };
    const first = pollBusinesses({ ...api.services, ports: { businessVerification } });
    await asked.promise;
    expect(await poll()).toBe(0);
    answered.resolve();
    expect(await first).toBe(1);
  });

  it("that the verifier tells of is asked about at once; the same told again, and news of nobody here, change nothing", async () => {
    await register();
    api.clock.advance({ hours: 25 });
    const { businessId, externalId } = await readRow(api, userId);
    const told = { id: "evt-1", businessId: businessId ?? "", externalId };
    const event = { type: "businessChanged", ...told } as const;
    const before = await countAuditEvents(api, "businesses.refresh");
    await receiveVerificationEvent(api.services, event);
    const once = await readRow(api, userId);
    expect(once).toMatchObject({ midDeskResponseStatus: "in_review" });
    api.clock.advance({ minutes: 1 });
    await receiveVerificationEvent(api.services, event);
    await Promise.all([1, 2, 3].map(() => receiveVerificationEvent(api.services, event)));
    await receiveVerificationEvent(api.services, { ...event, businessId: "of nobody here" });
    await receiveVerificationEvent(api.services, { type: "other", id: "evt-2", name: "order.updated" });
    expect(await readRow(api, userId)).toEqual(once);
    expect(await countAuditEvents(api, "businesses.refresh")).toBe(before + 1);
  });
});

describe("a lien", () => {
  it("is asked about until it is filed, and then has its number, its days and its document", async () => {
    await fileLien();
    api.clock.advance({ hours: 25 });
    expect(await poll()).toBe(1);
    expect(await readRow(api, userId)).toMatchObject({
      lienStatus: "filed",
      lienPdf: expect.stringMatching(/\.pdf$/),
    });
    const { fileNumber, filedOn, lapsesOn } = await theLien();
    expect(fileNumber).not.toBe("");
    expect(lapsesOn?.getUTCFullYear()).toBe((filedOn?.getUTCFullYear() ?? 0) + 5);
    expect(await lastAuditEvent(api, "businesses.refresh")).toMatchObject({ after: { lienStatus: "filed" } });
  });

  it("that was not filed before the verifier lost its business is not confirmed, and is found again with it", async () => {
    await fileLien();
    const { businessId } = await readRow(api, userId);
    const { vendorId } = await theLien();
    await loseBusiness();
    expect(await readRow(api, userId)).toMatchObject({
      midDeskResponseStatus: "error",
      lienStatus: "Filing Not Confirmed",
      lienError: expect.stringContaining("Business not found"),
    });
    const employee = await api.as("EMPLOYEE");
    const again = { requestId: randomUUID(), userIds: String(userId), retry: true };
    await employee.businesses.register(again);
    await deliverAll(api, delivery);
    api.clock.advance({ hours: 25 });
    await poll();
    expect(await readRow(api, userId)).toMatchObject({
      businessId,
      lienStatus: "filed",
      openUnmatchedLiens: 0,
    });
    const found = await api.database.read.businessLien.findMany({ where: { vendorId } });
    expect(found).toMatchObject([{ userId, status: "filed" }]);
  });

  it("that the verifier no longer lists is not confirmed after a day, and one of another id is a person's to adopt", async () => {
    await fileLien();
    await api.database.pool.query("UPDATE business_lien SET vendor_id = 'gone' WHERE user_id = $1", [userId]);
    api.clock.advance({ hours: 23 });
    await poll();
    expect(await readRow(api, userId)).toMatchObject({ lienStatus: "created", openUnmatchedLiens: 1 });
    api.clock.advance({ hours: 2 });
    await poll();
    expect(await readRow(api, userId)).toMatchObject({
      lienStatus: "Filing Not Confirmed",
      lienError: "The verifier no longer lists this lien.",
      openUnmatchedLiens: 1,
    });
  });

  it("that was filed before the verifier lost its business stays filed", async () => {
    await fileLien();
    api.clock.advance({ hours: 25 });
    await poll();
    await loseBusiness();
    expect(await readRow(api, userId)).toMatchObject({
      midDeskResponseStatus: "error",
      lienStatus: "filed",
    });
  });

  it("is still asked about when its business is decided on, and nothing is written until it changes", async () => {
    await fileLienOfApproved();
    api.clock.advance({ hours: 2 });
    await poll();
    const row = await readRow(api, userId);
    expect(row).toMatchObject({ midDeskResponseStatus: "approved", lienStatus: "pending" });
    const before = await countAuditEvents(api, "businesses.refresh");
    api.clock.advance({ minutes: 5 });
    expect(await poll()).toBe(1);
    expect(await nextCheck()).not.toBeNull();
    expect(await readRow(api, userId)).toEqual(row);
    expect(await countAuditEvents(api, "businesses.refresh")).toBe(before);
  });

  it("told of by many at the same moment is kept once", async () => {
    await fileLienOfApproved();
    api.clock.advance({ hours: 2 });
    const before = await countAuditEvents(api, "businesses.refresh");
    await Promise.all([1, 2, 3, 4].map(() => refreshBusiness(api.services, userId)));
    expect(await readRow(api, userId)).toMatchObject({ lienStatus: "pending" });
    expect(await countAuditEvents(api, "businesses.refresh")).toBe(before + 1);
  });

  it("that is told to have changed is asked about at once", async () => {
    await fileLien();
    api.clock.advance({ hours: 2 });
    const { businessId } = await readRow(api, userId);
    const told = { type: "lienChanged", id: "evt-3", lienId: "lien", businessId: businessId ?? "" } as const;
    await receiveVerificationEvent(api.services, told);
    expect(await readRow(api, userId)).toMatchObject({ lienStatus: "pending" });
  });
});
