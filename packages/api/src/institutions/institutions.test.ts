import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addBankLink, connectBankLink } from "../testing/bank-links.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { readScans } from "../testing/plans.ts";
import { pollInstitutions } from "./poll.ts";

const TARTAN = { institutionId: "ins_109510", institutionName: "Tartan Bank" };

let api: TestApi;
let delivery: Delivery;
let userId: number;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  connectBankLink(api, delivery);
});
beforeEach(async () => {
  delivery.sandbox.faults.clear();
  await api.database.pool.query("DELETE FROM bank_link; DELETE FROM institution");
  ({ id: userId } = await api.user());
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

const list = async () => (await api.as("VIEWER")).institutions.list();
const refresh = async (requestId: string = randomUUID()) =>
  (await api.as("EMPLOYEE")).institutions.refresh({ requestId });
const poll = () => pollInstitutions(api.services);

/** Has the sandbox say this of a bank. */
async function becomes(institutionId: string, status: "HEALTHY" | "DEGRADED" | "DOWN") {
  const answer = await fetch(`${delivery.sandbox.origin}/__sandbox/plaid/institutions/${institutionId}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ status }),
  });
  expect(answer.status).toBe(200);
}

describe("the list of banks", () => {
  it("has each linked bank, not known until the provider was asked, with its customers counted once", async () => {
    const { id: other } = await api.user();
    await addBankLink(api, userId);
    await addBankLink(api, userId);
    await addBankLink(api, other);
    await addBankLink(api, other, null, { ...TARTAN, isActive: false });
    await addBankLink(api, other, null, { institutionId: "", institutionName: "", isManual: true });
    expect((await list()).institutions).toMatchObject([
      { institutionId: "ins_109508", name: "First Platypus Bank", status: null, askedAt: null, customers: 2 },
      { institutionId: "ins_109510", name: "Tartan Bank", status: null, customers: 0 },
    ]);
    expect(await poll()).toBe(2);
    expect((await list()).institutions[0]).toMatchObject({
      status: "HEALTHY",
      statusSince: new Date("2026-01-05T14:00:00Z"),
      askedAt: api.clock.now(),
      error: "",
    });
  });

  it("has the worst first, and the links to a bank say the same as the list", async () => {
    await addBankLink(api, userId);
    const { id: linkId } = await addBankLink(api, userId, null, TARTAN);
    await becomes(TARTAN.institutionId, "DOWN");
    await poll();
    const { institutions, unwell } = await list();
    expect(institutions.map(({ name, status }) => [name, status])).toEqual([
      ["Tartan Bank", "DOWN"],
      ["First Platypus Bank", "HEALTHY"],
    ]);
    expect(unwell).toEqual({ degraded: 0, down: 1 });
    expect((await (await api.as("VIEWER")).admins.me()).banks).toEqual({ degraded: 0, down: 1 });
    const links = await (await api.as("VIEWER")).bankLinks.list({ userId });
    expect(links.find(({ id }) => id === linkId)?.bankStatus).toBe("DOWN");
    expect(await lastAuditEvent(api, "institutions.change")).toMatchObject({
      actor: "job:bank-status",
      subjectId: TARTAN.institutionId,
      before: { status: null },
      after: { status: "DOWN" },
    });
    await becomes(TARTAN.institutionId, "HEALTHY");
  });

  it("counts by the index, however many links there are", async () => {
    expect(
      await readScans(api, "SELECT min(institution_id) FROM bank_link WHERE institution_id > $1", ["ins_1"]),
    ).toContain("Index Only Scan bank_link_institution_id_is_active_user_id_idx");
  });
});

describe("a bank", () => {
  it("is asked about every five minutes, and nothing is audited while nothing changes", async () => {
    await addBankLink(api, userId);
    expect(await poll()).toBe(1);
    const audited = await countAuditEvents(api, "institutions.change");
    api.clock.advance({ minutes: 4 });
    expect(await poll()).toBe(0);
    api.clock.advance({ minutes: 1 });
    expect(await poll()).toBe(1);
    expect((await list()).institutions[0]?.askedAt).toEqual(api.clock.now());
    expect(await countAuditEvents(api, "institutions.change")).toBe(audited);
  });

  it("that the provider does not answer about keeps what was known, says so, and is tried again", async () => {
    await addBankLink(api, userId);
    await addBankLink(api, userId, null, TARTAN);
    await poll();
    const asked = api.clock.now();
    api.clock.advance({ minutes: 5 });
    delivery.sandbox.faults.add({ provider: "plaid", kind: "status", status: 500, path: "/get_by_id" });
    expect(await poll()).toBe(0);
    const failed = (await list()).institutions;
    expect(failed).toHaveLength(2);
    for (const bank of failed)
      expect(bank).toMatchObject({
        status: "HEALTHY",
        askedAt: asked,
        error: "Plaid is experiencing internal system issues",
      });
    api.clock.advance({ minutes: 1 });
    expect(await poll()).toBe(2);
    expect((await list()).institutions.map(({ error }) => error)).toEqual(["", ""]);
  });

  it("of which an answer can not be read hinders no other", async () => {
    await addBankLink(api, userId);
    await addBankLink(api, userId, null, TARTAN);
    delivery.sandbox.faults.add({ provider: "plaid", kind: "invalidJson", path: "/get_by_id" });
    expect(await poll()).toBe(1);
    const { institutions } = await list();
    expect(institutions.filter(({ status }) => status === "HEALTHY")).toHaveLength(1);
    expect(institutions.filter(({ status }) => status === null)).toHaveLength(1);
  });

  it("that the provider does not know hinders no other", async () => {
    await addBankLink(api, userId, null, { institutionId: "bank-0", institutionName: "Old Bank" });
    await addBankLink(api, userId, null, TARTAN);
    expect(await poll()).toBe(1);
    expect((await list()).institutions).toMatchObject([
      { name: "Old Bank", status: null, error: "Bank unknown" },
      { name: "Tartan Bank", status: "HEALTHY", error: "" },
    ]);
  });

  it("is asked about by one of two workers", async () => {
    await addBankLink(api, userId);
    const told = await Promise.all([poll(), poll()]);
    expect(told.toSorted((one, other) => one - other)).toEqual([0, 1]);
  });
});

describe("Refresh", () => {
  it("has all banks asked about at once, and waits for them", async () => {
    await addBankLink(api, userId);
    await poll();
    api.clock.advance({ minutes: 1 });
    expect(await refresh()).toEqual({ institutions: 1 });
    expect(await list()).toMatchObject({ awaited: 1, whyNotRefresh: "The banks are being asked already." });
    expect(await poll()).toBe(1);
    expect(await list()).toMatchObject({
      awaited: 0,
      whyNotRefresh: "The banks were asked less than 30 seconds ago.",
    });
    api.clock.advance({ seconds: 30 });
    expect((await list()).whyNotRefresh).toBeNull();
  });

  it("is refused while others wait, just after they asked, and without a bank", async () => {
    await expectRefusal(refresh(), "RULE", "No customer has linked a bank.");
    await addBankLink(api, userId);
    const both = await Promise.allSettled([refresh(), refresh()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expectRefusal(refresh(), "RULE", "The banks are being asked already.");
    await poll();
    await expectRefusal(refresh(), "RULE", "The banks were asked less than 30 seconds ago.");
  });

  it("that no worker took up within two minutes can be asked for again", async () => {
    await addBankLink(api, userId);
    await refresh();
    api.clock.advance({ minutes: 2 });
    expect(await refresh()).toEqual({ institutions: 1 });
  });

  it("repeated is answered with the first result, asks once, and leaves one audit event", async () => {
    await addBankLink(api, userId);
    const requestId = randomUUID();
    const before = await countAuditEvents(api, "institutions.refresh");
    expect(await refresh(requestId)).toEqual(await refresh(requestId));
    expect(await countAuditEvents(api, "institutions.refresh")).toBe(before + 1);
    expect(await lastAuditEvent(api, "institutions.refresh")).toMatchObject({
      subjectType: "institution",
      subjectId: "all",
      after: { institutions: 1 },
    });
  });
});

it("the customers of a bank are those with an active link, page by page, and as many as its number says", async () => {
  const { id: second } = await api.user();
  await addBankLink(api, userId);
  await addBankLink(api, second);
  await poll();
  const [bank] = (await list()).institutions;
  const { institutions } = await api.as("VIEWER");
  const institutionId = bank?.institutionId ?? "";
  const first = await institutions.customers({ institutionId, cursor: null, limit: 1 });
  const rest = await institutions.customers({ institutionId, cursor: first.nextCursor, limit: 1 });
  expect([...first.customers, ...rest.customers].map((customer) => customer.userId)).toEqual([
    second,
    userId,
  ]);
  expect([rest.nextCursor, bank?.customers]).toEqual([null, 2]);
  expect(first.customers).toMatchObject([{ balanceCents: 0, isBroken: false }]);
});
