import { randomUUID } from "node:crypto";
import { ProviderError } from "@countinghouse/providers/provider-error";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { drainOutbox } from "../outbox/deliver.ts";
import {
  addOwner,
  booksOf,
  connectBusinesses,
  deliverAll,
  freezeAt,
  registerReviewed,
  rowOf,
  tryForAMinute,
} from "../testing/businesses.ts";
import { type Delivery, SETTLE_SECONDS, startDelivery } from "../testing/delivery.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
let delivery: Delivery;
let userId: number;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  connectBusinesses(api, delivery);
});
beforeEach(async () => {
  userId = await addOwner(api);
  await registerReviewed(api, delivery, [userId]);
});
afterEach(async () => {
  delivery.sandbox.faults.clear();
  await deliverAll(api, delivery);
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

type Press = { requestId?: string; role?: Role };

const fileLiens = async (userIds: number[], { requestId = randomUUID(), role = "EMPLOYEE" }: Press = {}) =>
  (await api.as(role)).businesses.fileLiens({ requestId, userIds });

const FILE = { provider: "middesk", method: "POST", path: "/liens" } as const;
const LOOK_UP = { provider: "middesk", method: "GET", path: "/liens" } as const;

/** The newest lien. */
const lienOf = () =>
  api.database.read.businessLien.findFirstOrThrow({ where: { userId }, orderBy: { createdAt: "desc" } });

/** The liens in the verifier's own books. */
const filed = async () => (await booksOf(delivery, userId)).flatMap(({ liens }) => liens);

const change = (data: { status: string } | { state: string }) =>
  api.database.unsafeTransaction((tx) => tx.business.update({ where: { userId }, data }));

const owe = (balanceCents: bigint) =>
  api.database.unsafeTransaction((tx) => tx.userBalance.create({ data: { userId, balanceCents } }));

describe("filing a lien", () => {
  it("is shown as created, and then stands in the verifier's books for what is owed", async () => {
    await owe(812_345n);
    expect(await fileLiens([userId])).toEqual({ success: true, message: "The lien is being filed." });
    expect(await rowOf(api, userId)).toMatchObject({ lienStatus: "created", lienPdf: "N/A" });
    await deliverAll(api, delivery);
    expect(await filed()).toMatchObject([{ state: "NY", status: "created", principalCents: 812_345 }]);
    expect((await lienOf()).vendorId).toBe((await filed())[0]?.id);
  });

  it("against several is one lien each", async () => {
    const other = await addOwner(api);
    await registerReviewed(api, delivery, [other]);
    expect(await fileLiens([userId, other, userId])).toMatchObject({ message: "2 liens are being filed." });
    await deliverAll(api, delivery);
    expect([await filed(), (await booksOf(delivery, other))[0]?.liens]).toMatchObject([[{}], [{}]]);
  });

  it.each([
    ["open", "The business is still open at the verifier."],
    ["pending", "The business is still pending at the verifier."],
    ["error", "The verifier does not know this business. Register it first."],
    ["Failed To Send Request", "The verifier does not know this business. Register it first."],
  ])(
    "against a business that is %s is refused, and so it is against all others chosen",
    async (status, whyNot) => {
      const sound = await addOwner(api);
      await registerReviewed(api, delivery, [sound]);
      await change({ status });
      await expectRefusal(
        fileLiens([sound, userId]),
        "RULE",
        `Delgado Catering LLC (user ${userId}): ${whyNot}`,
      );
      expect(await api.database.read.businessLien.count({ where: { userId: sound } })).toBe(0);
    },
  );

  it("against a business that has one is refused in review and after it, and against nobody's is not found", async () => {
    await fileLiens([userId]);
    await expectRefusal(fileLiens([userId]), "RULE", /The business is in_review and its lien is created\./);
    await change({ status: "approved" });
    await expectRefusal(fileLiens([userId]), "RULE", /There is a lien already: created\./);
    await expectRefusal(fileLiens([2e9]), "NOT_FOUND", "User 2000000000 has no registered business.");
  });

  it.each([
    ["whose login is disabled", { disableLogin: true }],
    ["who is named so", { firstname: "Disabled", lastname: "User" }],
  ])("against a disabled user, %s, is refused", async (_how, facts) => {
    await api.database.unsafeTransaction((tx) => tx.user.update({ where: { id: userId }, data: facts }));
    await expectRefusal(fileLiens([userId]), "RULE", /This user is disabled\./);
  });

  it("pressed by two at once files one", async () => {
    const outcomes = await Promise.allSettled([fileLiens([userId]), fileLiens([userId], { role: "ADMIN" })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await deliverAll(api, delivery);
    expect(await filed()).toHaveLength(1);
  });

  it("is refused to a viewer", async () => {
    await expectRefusal(fileLiens([userId], { role: "VIEWER" }), "FORBIDDEN");
  });

  it("survives replay, is refused under the same request for others, and leaves one audit event", async () => {
    const requestId = randomUUID();
    const before = await countAuditEvents(api, "businesses.fileLiens");
    const first = await fileLiens([userId], { requestId });
    await deliverAll(api, delivery);
    expect(await fileLiens([userId], { requestId })).toEqual(first);
    await expectRefusal(fileLiens([await addOwner(api)], { requestId }), "CONFLICT");
    expect(await filed()).toHaveLength(1);
    expect(await countAuditEvents(api, "businesses.fileLiens")).toBe(before + 1);
    expect(await lastAuditEvent(api, "businesses.fileLiens")).toMatchObject({
      subjectType: "business_lien",
      after: { userId, state: "NY", status: "created" },
    });
  });
});

describe("a filing", () => {
  it.each(["timeoutAfterEffect", "resetAfterEffect"] as const)(
    "whose answer gets lost (%s) is found again, once it can no longer be on its way, and not repeated",
    async (kind) => {
      delivery.sandbox.faults.add({ ...FILE, kind });
      await fileLiens([userId]);
      expect(await delivery.drain()).toBe(0);
      api.clock.advance({ seconds: SETTLE_SECONDS });
      expect(await delivery.drain()).toBe(0);
      api.clock.advance({ seconds: 5 });
      await deliverAll(api, delivery);
      const books = await filed();
      expect(books).toHaveLength(1);
      expect(await lienOf()).toMatchObject({ vendorId: books[0]?.id, status: "created" });
    },
  );

  it("by a worker that froze until another one filed is not made again", async () => {
    await fileLiens([userId]);
    const frozen = await freezeAt(api, delivery, "liens");
    api.clock.advance({ minutes: 3 });
    await deliverAll(api, delivery);
    await frozen.wake();
    expect(await filed()).toHaveLength(1);
    expect(await lienOf()).toMatchObject({ vendorId: (await filed())[0]?.id, status: "created" });
  });

  it("whose time ran out while its turn was renewed is left to the next worker", async () => {
    await fileLiens([userId]);
    const { db } = api.services;
    const isRenewed = { leasedUntil: { gt: api.clock.in({ seconds: 121 }) } };
    const unsafeTransaction: typeof db.unsafeTransaction = async (work) => {
      const done = await db.unsafeTransaction(work);
      if ((await db.read.outboxMessage.count({ where: isRenewed })) > 0) api.clock.advance({ seconds: 61 });
      return done;
    };
    await drainOutbox({ ...api.services, db: { ...db, unsafeTransaction } }, delivery.ports, ["BUSINESS"]);
    expect(await filed()).toEqual([]);
    await deliverAll(api, delivery);
    expect(await filed()).toHaveLength(1);
  });

  it("that one worker was refused after another one took it over has not failed by that", async () => {
    await fileLiens([userId]);
    const frozen = await freezeAt(api, delivery, "liens");
    api.clock.advance({ minutes: 3 });
    delivery.sandbox.faults.add({ ...FILE, kind: "timeoutAfterEffect" });
    await delivery.drain();
    await frozen.wake(new ProviderError({ kind: "refused", provider: "middesk", message: "no" }));
    expect(await rowOf(api, userId)).toMatchObject({ lienStatus: "created", lienError: null });
    expect(await api.database.read.outboxMessage.count({ where: { state: "QUEUED" } })).toBe(1);
    await deliverAll(api, delivery);
    expect(await filed()).toHaveLength(1);
  });

  it("against a business that is registered anew meanwhile waits for that", async () => {
    delivery.sandbox.faults.add({ ...LOOK_UP, kind: "status", status: 503 });
    await fileLiens([userId]);
    await delivery.drain();
    await change({ status: "error" });
    const again = { requestId: randomUUID(), userIds: String(userId), retry: true };
    await (await api.as("EMPLOYEE")).businesses.register(again);
    delivery.sandbox.faults.add({ ...FILE, path: "/businesses", kind: "status", status: 503 });
    api.clock.advance({ seconds: 3 });
    await deliverAll(api, delivery);
    expect(await filed()).toHaveLength(1);
    expect((await lienOf()).vendorId).toBe((await filed())[0]?.id);
  });

  it("that nobody answers for more than a day has failed, and can be tried again", async () => {
    delivery.sandbox.faults.add({ ...FILE, kind: "timeoutBeforeEffect" });
    await fileLiens([userId]);
    await delivery.drain();
    await api.database.pool.query("UPDATE outbox_message SET attempts = 148 WHERE state = 'QUEUED'");
    api.clock.advance({ minutes: 16 });
    await delivery.drain();
    expect(await rowOf(api, userId)).toMatchObject({
      lienStatus: "Failed To File Lien",
      lienError: "The verifier has not answered for more than a day.",
    });
    await fileLiens([userId]);
    await deliverAll(api, delivery);
    expect(await filed()).toHaveLength(1);
  });

  it("that was lost before it had an effect is made once", async () => {
    delivery.sandbox.faults.add({ ...FILE, kind: "timeoutBeforeEffect" });
    await fileLiens([userId]);
    await delivery.drain();
    api.clock.advance({ minutes: 2 });
    await deliverAll(api, delivery);
    expect(await filed()).toHaveLength(1);
  });

  it("is not taken for one that was there before it", async () => {
    await fileLiens([userId]);
    await deliverAll(api, delivery);
    await api.database.unsafeTransaction((tx) =>
      tx.businessLien.updateMany({ where: { userId }, data: { status: "closed" } }),
    );
    delivery.sandbox.faults.add({ ...FILE, kind: "timeoutBeforeEffect" });
    await fileLiens([userId]);
    await delivery.drain();
    api.clock.advance({ minutes: 2 });
    await deliverAll(api, delivery);
    expect(await filed()).toHaveLength(2);
  });

  it("that failed although the verifier had taken it is tried again without a second lien", async () => {
    delivery.sandbox.faults.add({ ...FILE, kind: "timeoutAfterEffect" });
    await fileLiens([userId]);
    await delivery.drain();
    delivery.sandbox.faults.add({ ...LOOK_UP, kind: "status", status: 503, times: 9 });
    api.clock.advance({ minutes: 2 });
    await tryForAMinute(api, delivery);
    expect(await rowOf(api, userId)).toMatchObject({ lienStatus: "Failed To File Lien" });
    delivery.sandbox.faults.clear();
    await fileLiens([userId]);
    await deliverAll(api, delivery);
    const books = await filed();
    expect(books).toHaveLength(1);
    expect(await rowOf(api, userId)).toMatchObject({ lienStatus: "created", lienError: null });
    expect(await lienOf()).toMatchObject({ vendorId: books[0]?.id });
  });

  it("that nobody answers for a minute has failed, and can be tried again", async () => {
    delivery.sandbox.faults.add({ ...LOOK_UP, kind: "status", status: 503, times: 4 });
    await fileLiens([userId]);
    await tryForAMinute(api, delivery);
    expect(await rowOf(api, userId)).toMatchObject({
      lienStatus: "Failed To File Lien",
      lienError: expect.stringContaining("503"),
    });
    await fileLiens([userId]);
    await deliverAll(api, delivery);
    expect(await filed()).toHaveLength(1);
  });

  it("that the verifier refuses is not tried again, and its words are shown", async () => {
    await change({ state: "TN" });
    await fileLiens([userId]);
    expect(await delivery.drain()).toBe(0);
    expect(await rowOf(api, userId)).toMatchObject({
      lienStatus: "Failed To File Lien",
      lienError: expect.stringContaining(
        "Loan principal amount cents must be greater than 0 for filings in TN",
      ),
    });
    api.clock.advance({ hours: 48 });
    expect(await delivery.drain()).toBe(0);
    expect(await filed()).toEqual([]);
    expect(await lastAuditEvent(api, "businesses.lienNotTaken")).toMatchObject({ actor: "job:outbox" });
  });
});
