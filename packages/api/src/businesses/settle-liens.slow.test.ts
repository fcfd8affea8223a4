import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  addOwner,
  connectBusinesses,
  deliverAll,
  registerReviewed,
  tryForAMinute,
} from "../testing/businesses.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { createLiens, FILE } from "../testing/liens.ts";

let api: TestApi;
let delivery: Delivery;
let userId: number;
/** A lien that was filed at the verifier past this console, and that a look there found. */
let vendorId: string;
let liens: ReturnType<typeof createLiens>;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  connectBusinesses(api, delivery);
  liens = createLiens(api, delivery, () => userId);
});
beforeEach(async () => {
  userId = await addOwner(api);
  await registerReviewed(api, delivery, [userId]);
  vendorId = await liens.fileElsewhere();
  await look({ hours: 2 });
});
afterEach(async () => {
  delivery.sandbox.faults.clear();
  await deliverAll(api, delivery);
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

/** Time goes by, and the verifier is asked about this business alone. */
async function look(after: { hours?: number; minutes?: number }) {
  api.clock.advance(after);
  await api.database.pool.query(
    "UPDATE business SET next_check_at = CASE WHEN user_id = $1 THEN $2::timestamptz END",
    [userId, api.clock.now()],
  );
  expect(await liens.poll()).toBe(1);
}

const adopt = async (id = vendorId, role: Role = "EMPLOYEE") =>
  (await api.as(role)).businesses.adoptLien({ requestId: randomUUID(), vendorId: id });
const terminate = async (id = vendorId, role: Role = "EMPLOYEE") =>
  (await api.as(role)).businesses.terminateLien({ requestId: randomUUID(), vendorId: id });

const list = async () => (await api.as("VIEWER")).businesses.list({ unmatched: true });

describe("a lien that the verifier lists and that is not known here", () => {
  it("is shown with its business, counted, and found by the filter", async () => {
    expect(await liens.row()).toMatchObject({ lienStatus: null, unmatchedLiens: 1, openUnmatchedLiens: 1 });
    expect(await liens.unmatched()).toMatchObject([
      {
        vendorId,
        state: "NY",
        status: "pending",
        terminationAskedAt: null,
        isSettled: false,
        lienStatus: null,
      },
    ]);
    const { rows, count, unmatched } = await list();
    expect(rows.map((row) => row.userId)).toContain(userId);
    expect(unmatched).toBeGreaterThanOrEqual(count);
    expect(await lastAuditEvent(api, "businesses.accountForLiens")).toMatchObject({
      subjectType: "unmatched_lien",
      subjectId: vendorId,
      after: { userId, state: "NY", status: "pending" },
    });
  });

  it("is kept up to date, and settled when the verifier closes it", async () => {
    await look({ hours: 23 });
    expect(await liens.unmatched()).toMatchObject([
      { status: "filed", fileNumber: expect.stringMatching(/\d/) },
    ]);
    await delivery.ports.businessVerification.terminateLien(vendorId);
    await look({ hours: 1 });
    expect(await liens.unmatched()).toMatchObject([{ status: "closing" }]);
    await look({ hours: 24 });
    expect(await liens.unmatched()).toEqual([]);
    expect((await list()).rows.map((row) => row.userId)).not.toContain(userId);
  });
});

describe("adopting", () => {
  it("makes it the business's own, whose state, number and document follow", async () => {
    await adopt();
    expect(await liens.row()).toMatchObject({ lienStatus: "pending", openUnmatchedLiens: 0 });
    expect(await liens.newest()).toMatchObject({ vendorId, state: "NY" });
    await look({ hours: 24 });
    expect(await liens.row()).toMatchObject({
      lienStatus: "filed",
      lienPdf: expect.stringMatching(/\.pdf$/),
    });
    await expectRefusal(liens.file(), "RULE");
  });

  it("gives it to the filing of which nothing is known, where two could be its lien", async () => {
    await terminate();
    await deliverAll(api, delivery);
    delivery.sandbox.faults.add({ ...FILE, kind: "timeoutAfterEffect" });
    await api.database.pool.query("UPDATE business SET status = 'in_review' WHERE user_id = $1", [userId]);
    await liens.file();
    await delivery.drain();
    expect(await liens.row()).toMatchObject({ lienStatus: "Filing Not Confirmed" });
    const other = await liens.fileElsewhere();
    await look({ minutes: 1 });
    expect(await liens.row()).toMatchObject({ unmatchedLiens: 2, openUnmatchedLiens: 3 });
    await adopt(other);
    expect(await liens.row()).toMatchObject({ lienStatus: "created", unmatchedLiens: 1 });
    expect(await liens.newest()).toMatchObject({ vendorId: other, error: "" });
    expect(await api.database.read.businessLien.count({ where: { userId } })).toBe(1);
  });

  it("is refused beside a lien there is, a second time, of one to be terminated, and of one there is not", async () => {
    const second = await liens.fileElsewhere();
    const third = await liens.fileElsewhere();
    await look({ hours: 2 });
    await terminate(third);
    await expectRefusal(adopt(third), "RULE", "Its termination was requested.");
    await adopt();
    await expectRefusal(adopt(), "RULE", "This lien is already resolved.");
    await expectRefusal(adopt(second), "RULE", "A lien already exists: pending.");
    await expectRefusal(adopt("of-nobody"), "NOT_FOUND");
  });

  it("pressed by two at once gives it once", async () => {
    const outcomes = await Promise.allSettled([adopt(), adopt(vendorId, "ADMIN")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await api.database.read.businessLien.count({ where: { userId } })).toBe(1);
  });
});

describe("terminating", () => {
  const books = async () => (await liens.books()).find(({ id }) => id === vendorId);

  it("has the verifier do it, and leaves it open until the verifier says that it is closed", async () => {
    await terminate();
    expect(await liens.unmatched()).toMatchObject([
      { status: "pending", terminationAskedAt: api.clock.now() },
    ]);
    await deliverAll(api, delivery);
    expect(await books()).toMatchObject({ status: "closing" });
    await look({ hours: 1 });
    expect(await liens.unmatched()).toMatchObject([{ status: "closing" }]);
    await look({ hours: 24 });
    expect(await liens.unmatched()).toEqual([]);
    expect(await api.database.read.unmatchedLien.findUnique({ where: { vendorId } })).toMatchObject({
      status: "closed",
      settlement: "CLOSED",
    });
  });

  it("lets a lien be filed at once, which is not taken for the one that goes", async () => {
    await terminate();
    await api.database.pool.query("UPDATE business SET status = 'in_review' WHERE user_id = $1", [userId]);
    await liens.file();
    await deliverAll(api, delivery);
    expect(await liens.books()).toHaveLength(2);
    expect((await liens.newest()).vendorId).not.toBe(vendorId);
  });

  it("whose answer gets lost is done once", async () => {
    delivery.sandbox.faults.add({ provider: "middesk", path: "/termination", kind: "timeoutAfterEffect" });
    await terminate();
    expect(await delivery.drain()).toBe(0);
    api.clock.advance({ seconds: 3 });
    await deliverAll(api, delivery);
    expect(await books()).toMatchObject({ status: "closing" });
    expect(await liens.unmatched()).toMatchObject([{ terminationError: null }]);
  });

  it("that the verifier refuses or does not answer says so in its words, and can be pressed again", async () => {
    const fault = { provider: "middesk", path: "/termination", kind: "status" } as const;
    delivery.sandbox.faults.add({ ...fault, status: 422 });
    await terminate();
    await deliverAll(api, delivery);
    expect(await liens.unmatched()).toMatchObject([
      { terminationAskedAt: null, terminationError: expect.stringContaining("refused it") },
    ]);
    delivery.sandbox.faults.add({ ...fault, status: 503, times: 4 });
    await terminate();
    await tryForAMinute(api, delivery);
    expect(await liens.unmatched()).toMatchObject([
      { terminationAskedAt: null, terminationError: expect.stringContaining("is not available") },
    ]);
    await terminate();
    await deliverAll(api, delivery);
    expect(await liens.unmatched()).toMatchObject([{ terminationError: null }]);
    expect(await books()).toMatchObject({ status: "closing" });
  });

  it("of one that the verifier does not know any more leaves nothing to be done", async () => {
    await api.database.pool.query("UPDATE unmatched_lien SET vendor_id = 'gone' WHERE vendor_id = $1", [
      vendorId,
    ]);
    await terminate("gone");
    await deliverAll(api, delivery);
    const kept = await api.database.read.unmatchedLien.findUnique({ where: { vendorId: "gone" } });
    expect(kept).toMatchObject({ settlement: "GONE" });
  });

  it("is refused of one just created, a second time, and of one there is not", async () => {
    const created = await liens.fileElsewhere();
    await look({ minutes: 1 });
    await expectRefusal(
      terminate(created),
      "RULE",
      "The verifier does not terminate a lien that is just created. Try again once it is pending.",
    );
    await terminate();
    await expectRefusal(terminate(), "RULE", "Its termination was requested.");
    await expectRefusal(terminate("of-nobody"), "NOT_FOUND");
  });
});
