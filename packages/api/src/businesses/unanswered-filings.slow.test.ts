import { randomUUID } from "node:crypto";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { drainOutbox } from "../outbox/deliver.ts";
import { createOutboxHandlers } from "../outbox-handlers.ts";
import {
  addOwner,
  connectBusinesses,
  deliverAll,
  freezeAt,
  registerReviewed,
} from "../testing/businesses.ts";
import { type Delivery, EFFECT_WINDOW_SECONDS, startDelivery } from "../testing/delivery.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { createLiens, FILE, UNCONFIRMED } from "../testing/liens.ts";
import { refreshBusiness } from "./refresh.ts";

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
  await api.database.pool.query("UPDATE business SET next_check_at = NULL");
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

const review = (status: string) =>
  api.database.pool.query("UPDATE business SET status = $2 WHERE user_id = $1", [userId, status]);

describe("a filing that nobody answered", () => {
  it.each([58, 600, 2 * 86_400])(
    "and that takes effect %i seconds later is sent once, found there and ours by itself",
    async (seconds) => {
      await liens.fileUnanswered({ kind: "late-effect", delayMs: seconds * 1000 });
      expect(await liens.row()).toMatchObject(UNCONFIRMED);
      api.clock.advance({ seconds: EFFECT_WINDOW_SECONDS + 10 });
      await deliverAll(api, delivery);
      await liens.poll();
      expect(await liens.row()).toMatchObject(UNCONFIRMED);
      expect(await liens.books()).toEqual([]);
      api.clock.advance({ seconds });
      await deliverAll(api, delivery);
      await liens.poll();
      const books = await liens.books();
      expect(books).toHaveLength(1);
      expect(await liens.row()).toMatchObject({
        lienStatus: "created",
        lienError: null,
        openUnmatchedLiens: 0,
      });
      expect(await liens.newest()).toMatchObject({ vendorId: books[0]?.id });
      expect(await lastAuditEvent(api, "businesses.accountForLiens")).toMatchObject({
        actor: "job:business-verification",
        subjectType: "business_lien",
        before: { status: "Filing Not Confirmed" },
        after: { vendorId: books[0]?.id, status: "created" },
      });
      expect(await liens.calls()).toBe(1);
    },
  );

  it.each(["timeoutAfterEffect", "resetAfterEffect"] as const)(
    "although it was done (%s) is found at the next look",
    async (kind) => {
      await liens.fileUnanswered({ kind });
      expect(await liens.row()).toMatchObject(UNCONFIRMED);
      api.clock.advance({ seconds: 11 });
      expect(await liens.poll()).toBe(1);
      expect(await liens.newest()).toMatchObject({
        vendorId: (await liens.books())[0]?.id,
        status: "created",
        error: "",
      });
    },
  );

  it("and that was never done is not sent again by itself, however long it is not found", async () => {
    await liens.fileUnanswered({ kind: "timeoutBeforeEffect" });
    for (let day = 1; day <= 3; day++) {
      api.clock.advance({ hours: 24 });
      await deliverAll(api, delivery);
      expect(await liens.poll()).toBe(1);
    }
    expect(await liens.row()).toMatchObject(UNCONFIRMED);
    expect(await liens.books()).toEqual([]);
    expect(await liens.calls()).toBe(1);
  });

  it("is ours once when two processes find its lien at the same moment", async () => {
    await liens.fileUnanswered({ kind: "timeoutAfterEffect" });
    const before = await countAuditEvents(api, "businesses.accountForLiens");
    await Promise.all([1, 2, 3, 4].map(() => refreshBusiness(api.services, userId)));
    expect(await liens.row()).toMatchObject({ lienStatus: "created", openUnmatchedLiens: 0 });
    expect(await countAuditEvents(api, "businesses.accountForLiens")).toBe(before + 1);
  });

  it("is not sent again by the worker after one that died as it was sent", async () => {
    const died = () => Promise.reject(new Error("The process died."));
    await liens.file();
    await drainOutbox(
      api.services,
      createOutboxHandlers({
        ...delivery.ports,
        businessVerification: { ...delivery.ports.businessVerification, fileLien: died },
      }),
      ["BUSINESS"],
    );
    expect(await liens.row()).toMatchObject({ lienStatus: "created" });
    api.clock.advance({ minutes: 3 });
    await deliverAll(api, delivery);
    expect(await liens.row()).toMatchObject(UNCONFIRMED);
    expect(await liens.calls()).toBe(0);
  });

  it("nor sent again after the database was set back to before it was sent: its lien is for a person to adopt", async () => {
    await liens.file();
    await deliverAll(api, delivery);
    const [there] = await liens.books();
    await api.database.pool.query(
      `UPDATE business_lien SET vendor_id = NULL, status = 'created', sent_at = NULL, asked_at = NULL
       WHERE user_id = $1`,
      [userId],
    );
    await api.database.pool.query(
      "UPDATE outbox_message SET state = 'QUEUED', attempts = 0 WHERE dedupe_key = $1",
      [`business.lien:${(await liens.newest()).id}`],
    );
    await deliverAll(api, delivery);
    expect(await liens.calls()).toBe(1);
    expect(await liens.unmatched()).toMatchObject([{ vendorId: there?.id }]);
    api.clock.advance({ minutes: 1 });
    await (await api.as("EMPLOYEE")).businesses.adoptLien({
      requestId: randomUUID(),
      vendorId: there?.id ?? "",
    });
    expect(await liens.row()).toMatchObject({ lienStatus: "created", openUnmatchedLiens: 0 });
  });

  it("has not failed by what another worker, frozen since, is told", async () => {
    await liens.file();
    const frozen = await freezeAt(api, delivery, "liens");
    api.clock.advance({ minutes: 3 });
    delivery.sandbox.faults.add({ ...FILE, kind: "timeoutAfterEffect" });
    await delivery.drain();
    await frozen.wake(new ProviderError({ kind: "refused", provider: "middesk", message: "no" }));
    expect(await liens.row()).toMatchObject(UNCONFIRMED);
    api.clock.advance({ minutes: 1 });
    await liens.poll();
    expect(await liens.row()).toMatchObject({ lienStatus: "created" });
    expect(await liens.books()).toHaveLength(1);
  });

  it("is not taken for a lien of ours that was there before it", async () => {
    await liens.file();
    await deliverAll(api, delivery);
    await api.database.unsafeTransaction((tx) =>
      tx.businessLien.updateMany({ where: { userId }, data: { status: "closed" } }),
    );
    api.clock.advance({ minutes: 1 });
    await liens.fileUnanswered({ kind: "timeoutBeforeEffect" });
    api.clock.advance({ minutes: 1 });
    await liens.poll();
    expect(await liens.row()).toMatchObject({ ...UNCONFIRMED, openUnmatchedLiens: 0 });
  });

  it("is not matched by itself where two liens can have come of it", async () => {
    await liens.fileUnanswered({ kind: "timeoutAfterEffect" });
    await liens.fileElsewhere();
    api.clock.advance({ minutes: 1 });
    await liens.poll();
    expect(await liens.row()).toMatchObject({ ...UNCONFIRMED, openUnmatchedLiens: 2 });
    expect((await liens.unmatched()).map(({ vendorId }) => vendorId).sort()).toEqual(
      (await liens.books()).map(({ id }) => id).sort(),
    );
  });

  it("can not be followed by another one pressed for as if nothing were known of it", async () => {
    await liens.fileUnanswered({ kind: "timeoutBeforeEffect" });
    await expectRefusal(liens.file(), "RULE", /its lien is Filing Not Confirmed\./);
    await review("approved");
    await expectRefusal(liens.file(), "RULE", /The outcome of the last filing is unknown./);
  });
});
