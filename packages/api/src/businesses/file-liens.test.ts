import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { drainOutbox } from "../outbox/deliver.ts";
import { createOutboxHandlers } from "../outbox-handlers.ts";
import {
  addOwner,
  connectBusinesses,
  deliverAll,
  freezeAt,
  readRow,
  registerReviewed,
  tryForAMinute,
  verifierBooks,
} from "../testing/businesses.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { createLiens, FILE, LOOK_UP } from "../testing/liens.ts";

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

const fileLiens = async (userIds: number[], role: Role = "EMPLOYEE") =>
  (await api.as(role)).businesses.fileLiens({ requestId: randomUUID(), userIds });

/** The newest lien. */
const readLien = () =>
  api.database.read.businessLien.findFirstOrThrow({ where: { userId }, orderBy: { createdAt: "desc" } });

/** The liens in the verifier's own books. */
const filed = async () => (await verifierBooks(delivery, userId)).flatMap(({ liens }) => liens);

const change = (data: { status: string } | { state: string }) =>
  api.database.unsafeTransaction((tx) => tx.business.update({ where: { userId }, data }));

const owe = (balanceCents: bigint) =>
  api.database.unsafeTransaction((tx) => tx.userBalance.create({ data: { userId, balanceCents } }));

describe("filing a lien", () => {
  it("is shown as created, and then stands in the verifier's books for what is owed", async () => {
    await owe(812_345n);
    expect(await fileLiens([userId])).toEqual({ success: true, message: "The lien is being filed." });
    expect(await readRow(api, userId)).toMatchObject({ lienStatus: "created", lienPdf: "N/A" });
    await deliverAll(api, delivery);
    expect(await filed()).toMatchObject([{ state: "NY", status: "created", principalCents: 812_345 }]);
    expect((await readLien()).vendorId).toBe((await filed())[0]?.id);
  });

  it("against several is one lien each", async () => {
    const other = await addOwner(api);
    await registerReviewed(api, delivery, [other]);
    expect(await fileLiens([userId, other, userId])).toMatchObject({ message: "2 liens are being filed." });
    await deliverAll(api, delivery);
    expect([await filed(), (await verifierBooks(delivery, other))[0]?.liens]).toMatchObject([[{}], [{}]]);
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
    await expectRefusal(fileLiens([userId]), "RULE", /A lien already exists: created\./);
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
    const outcomes = await Promise.allSettled([fileLiens([userId]), fileLiens([userId], "ADMIN")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await deliverAll(api, delivery);
    expect(await filed()).toHaveLength(1);
  });
});

describe("a filing", () => {
  it("by a worker that froze until another one filed is not made again", async () => {
    await fileLiens([userId]);
    const frozen = await freezeAt(api, delivery, "liens");
    api.clock.advance({ minutes: 3 });
    await deliverAll(api, delivery);
    await frozen.wake();
    expect(await filed()).toHaveLength(1);
    expect(await readLien()).toMatchObject({ vendorId: (await filed())[0]?.id, status: "created" });
  });

  it("whose time ran out while its turn was renewed is left to the next worker", async () => {
    await fileLiens([userId]);
    const { db } = api.services;
    const isSent = { userId, sentAt: { not: null } };
    const unsafeTransaction: typeof db.unsafeTransaction = async (work) => {
      const done = await db.unsafeTransaction(work);
      if ((await db.read.businessLien.count({ where: isSent })) > 0) api.clock.advance({ seconds: 61 });
      return done;
    };
    await drainOutbox(
      { ...api.services, db: { ...db, unsafeTransaction } },
      createOutboxHandlers(delivery.ports),
      ["BUSINESS"],
    );
    expect(await filed()).toEqual([]);
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
    expect((await readLien()).vendorId).toBe((await filed())[0]?.id);
  });

  it("that nobody answers for a minute has failed, and can be tried again", async () => {
    delivery.sandbox.faults.add({ ...LOOK_UP, kind: "status", status: 503, times: 4 });
    await fileLiens([userId]);
    await tryForAMinute(api, delivery);
    expect(await readRow(api, userId)).toMatchObject({
      lienStatus: "Failed To File Lien",
      lienError: expect.stringContaining("is not available"),
    });
    await fileLiens([userId]);
    await deliverAll(api, delivery);
    expect(await filed()).toHaveLength(1);
  });

  it("beside a lien that the verifier lists and that is not known here is not made, and that one is shown", async () => {
    const liens = createLiens(api, delivery, () => userId);
    const there = await liens.fileElsewhere();
    await fileLiens([userId]);
    await deliverAll(api, delivery);
    const first = "The verifier lists a lien that is not known here. Adopt or terminate it first.";
    expect(await readRow(api, userId)).toMatchObject({
      lienStatus: "Failed To File Lien",
      lienError: first,
      unmatchedLiens: 1,
    });
    expect(await liens.unmatched()).toMatchObject([{ vendorId: there, state: "NY", status: "created" }]);
    await expectRefusal(fileLiens([userId]), "RULE", new RegExp(first));
    expect(await liens.calls()).toBe(1);
  });

  it("that the verifier refuses is not tried again, and its words are shown", async () => {
    await change({ state: "TN" });
    await fileLiens([userId]);
    expect(await delivery.drain()).toBe(0);
    expect(await readRow(api, userId)).toMatchObject({
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
