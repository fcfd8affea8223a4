import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addOwner, connectBusinesses, deliverAll, registerReviewed } from "../testing/businesses.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { createLiens, FILE, LOOK_UP, UNCONFIRMED } from "../testing/liens.ts";

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

describe("filing again", () => {
  const REASON = "Middesk says on the phone that there is none.";

  const fileAgain = async (changes: { userId?: number; sentAt?: Date } = {}) => {
    const { lienSentAt: sentAt } = await liens.row();
    const seen = { userId, sentAt: sentAt ?? new Date(0), ...changes };
    const { businesses } = await api.as("EMPLOYEE");
    return businesses.fileLienAgain({ requestId: randomUUID(), reason: REASON, ...seen });
  };

  beforeEach(async () => {
    await liens.fileUnanswered({ kind: "timeoutBeforeEffect" });
    api.clock.advance({ minutes: 1 });
  });

  it("sends the lien once more, and no more than that", async () => {
    expect(await fileAgain()).toEqual({ success: true, message: "The lien is being filed." });
    expect(await liens.row()).toMatchObject({ lienStatus: "created" });
    await deliverAll(api, delivery);
    expect(await liens.books()).toHaveLength(1);
    expect(await liens.newest()).toMatchObject({ vendorId: (await liens.books())[0]?.id, status: "created" });
    expect(await liens.calls()).toBe(2);
  });

  it("looks at the verifier right before, and files nothing where the first lien has come meanwhile", async () => {
    const vendorId = await liens.fileElsewhere();
    await fileAgain();
    await deliverAll(api, delivery);
    expect(await liens.newest()).toMatchObject({ vendorId, status: "created" });
    expect(await liens.books()).toHaveLength(1);
  });

  it("that is answered by nobody either is not sent a third time", async () => {
    delivery.sandbox.faults.add({ ...FILE, kind: "late-effect", delayMs: 600_000 });
    await fileAgain();
    await delivery.drain();
    expect(await liens.row()).toMatchObject(UNCONFIRMED);
    api.clock.advance({ minutes: 20 });
    await deliverAll(api, delivery);
    await liens.poll();
    expect(await liens.row()).toMatchObject({ lienStatus: "created" });
    expect(await liens.calls()).toBe(2);
  });

  it("that the verifier refuses, or can not be asked for, leaves it unknown what came of the first", async () => {
    delivery.sandbox.faults.add({ ...FILE, kind: "status", status: 400 });
    await fileAgain();
    await deliverAll(api, delivery);
    expect(await liens.row()).toMatchObject({
      lienStatus: "Filing Not Confirmed",
      lienError: expect.stringContaining("refused it"),
    });
    delivery.sandbox.faults.add({ ...LOOK_UP, kind: "status", status: 503, times: 4 });
    await fileAgain();
    await deliverAll(api, delivery);
    expect(await liens.row()).toMatchObject({
      lienStatus: "Filing Not Confirmed",
      lienError: expect.stringContaining("is not available"),
    });
  });

  it("leaves the first lien to a person when it comes after all", async () => {
    await fileAgain();
    await deliverAll(api, delivery);
    const first = await liens.fileElsewhere();
    api.clock.advance({ hours: 1 });
    await liens.poll();
    expect(await liens.row()).toMatchObject({ openUnmatchedLiens: 1, unmatchedLiens: 1 });
    expect(await liens.unmatched()).toMatchObject([{ vendorId: first, state: "NY" }]);
  });

  it("is refused where the outcome is known, where a lien is not known here, and after another one than was seen", async () => {
    const { lienSentAt } = await liens.row();
    await expectRefusal(fileAgain({ sentAt: new Date(0) }), "CONFLICT", /filed again/);
    await expectRefusal(fileAgain({ userId: 2e9 }), "NOT_FOUND");
    await liens.fileElsewhere("CA");
    await liens.poll();
    await review("in_review");
    const first = "The verifier lists a lien that is not known here. Adopt or terminate it first.";
    await expectRefusal(fileAgain(), "RULE", first);
    await api.database.pool.query("DELETE FROM unmatched_lien");
    await api.database.pool.query("UPDATE business_lien SET status = 'filed' WHERE user_id = $1", [userId]);
    await expectRefusal(
      fileAgain({ sentAt: lienSentAt ?? new Date(0) }),
      "RULE",
      "There is no filing whose outcome is not known.",
    );
  });
});
