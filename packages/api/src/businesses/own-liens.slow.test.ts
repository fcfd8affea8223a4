import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
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
import { createLiens } from "../testing/liens.ts";

let api: TestApi;
let delivery: Delivery;
let userId: number;
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
  await liens.file();
  await deliverAll(api, delivery);
  await look({ hours: 25 });
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
async function look(after: { hours: number }) {
  api.clock.advance(after);
  await api.database.pool.query(
    "UPDATE business SET next_check_at = CASE WHEN user_id = $1 THEN $2::timestamptz END",
    [userId, api.clock.now()],
  );
  expect(await liens.poll()).toBe(1);
}

const own = async () => (await api.as("VIEWER")).businesses.ownLien({ userId });
const terminate = async () => {
  const lien = await own();
  return (await api.as("EMPLOYEE")).businesses.terminateOwnLien({
    requestId: randomUUID(),
    lienId: lien?.id ?? "",
  });
};
const owe = (cents: number) =>
  api.database.unsafeTransaction((tx) =>
    tx.userBalance.upsert({
      where: { userId },
      create: { userId, balanceCents: cents },
      update: { balanceCents: cents },
    }),
  );

it("is terminated at the verifier once nothing is owed, and closed when the verifier says so", async () => {
  expect(await own()).toMatchObject({ status: "filed", state: "NY", whyNotTerminate: null });
  await terminate();
  expect(await own()).toMatchObject({ terminationAskedAt: api.clock.now() });
  await expectRefusal(terminate(), "RULE", "Its termination was requested.");
  await deliverAll(api, delivery);
  await look({ hours: 1 });
  expect(await own()).toMatchObject({ status: "closing" });
  await look({ hours: 24 });
  expect(await own()).toMatchObject({ status: "closed" });
  expect((await liens.books()).map(({ status }) => status)).toEqual(["closed"]);
});

it("is not terminated while the customer owes something", async () => {
  await owe(100);
  await expectRefusal(terminate(), "RULE", "The customer still has a balance that the lien secures.");
});

it("says why the verifier did not take its termination, which can be pressed again", async () => {
  delivery.sandbox.faults.add({ provider: "middesk", kind: "status", status: 400, path: "/termination" });
  await terminate();
  await tryForAMinute(api, delivery);
  expect(await own()).toMatchObject({
    status: "filed",
    terminationAskedAt: null,
    terminationError: expect.stringMatching(/./),
  });
  delivery.sandbox.faults.clear();
  await terminate();
});

it("lapses five years later once its continuation is recorded, also after an update from the verifier", async () => {
  const filed = await own();
  const lienId = filed?.id ?? "";
  const record = async (filedOn: string) =>
    (await api.as("EMPLOYEE")).businesses.continueLien({ requestId: randomUUID(), lienId, filedOn });
  const today = api.clock.now().toISOString().slice(0, 10);
  await expectRefusal(record(today), "RULE", "A continuation counts from");
  await api.database.unsafeTransaction((tx) =>
    tx.businessLien.update({
      where: { id: lienId },
      data: { lapsesOn: new Date("2027-02-01"), documentId: null },
    }),
  );
  expect(await record(today)).toMatchObject({ lapsesOn: "2032-02-01" });
  expect(await lastAuditEvent(api, "businesses.continueLien")).toMatchObject({
    subjectId: lienId,
    before: { lapsesOn: "2027-02-01" },
    after: { continuedOn: today, lapsesOn: "2032-02-01" },
  });
  await look({ hours: 1 });
  expect(await own()).toMatchObject({ lapsesOn: "2032-02-01", continuedOn: today });
});
