import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dueCustomer, readRows, reviewed, startPayments } from "../testing/bulk.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, type Payable, payableCustomer, run } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { backUp, startOn } from "../testing/recovery.ts";

let before: TestApi;
let processors: TestProcessors;
let customer: Payable;
let after: TestApi | null;
beforeEach(async () => {
  ({ api: before, processors } = await openPayments({
    roles: ["EMPLOYEE", "ADMIN", "SUPERADMIN"],
    passcodes: true,
  }));
  customer = await payableCustomer(before);
  after = null;
});
afterEach(async () => {
  await after?.close();
  await before.close();
});

/** Goes back to before `work` was done. */
async function forget(work: () => Promise<unknown>): Promise<TestApi> {
  const held = await backUp(before);
  await work();
  after = await startOn(held, before, processors);
  return after;
}

const book = async (api: TestApi, requestId = randomUUID()) =>
  (await api.as("SUPERADMIN")).recovery.book({ requestId });

const RELEASE = { word: "RELEASE", reason: "The backup of 02:00 was restored" };
const release = async (api: TestApi, requestId = randomUUID()) =>
  (await api.as("SUPERADMIN")).recovery.release({ requestId, ...RELEASE });

/** Asks the processors what became of what was booked. */
async function resolve(api: TestApi): Promise<void> {
  api.clock.advance({ minutes: 3 });
  await api.services.payments.drain();
}

const status = async (api: TestApi) => (await api.as("ADMIN")).recovery.status();

describe("to book", () => {
  it("leaves an audit event of its own, and one of each payment", async () => {
    const api = await forget(() => run(before, order(customer, "SALE")));
    await book(api);
    expect(await lastAuditEvent(api, "recovery.book")).toMatchObject({
      subjectType: "environment",
      after: { payments: 1 },
    });
    expect(await lastAuditEvent(api, "recovery.booked")).toMatchObject({
      actor: "job:recovery",
      subjectId: String(customer.userId),
      before: null,
      after: { state: "UNKNOWN", kind: "SALE", amountCents: 1000, key: processors.books[0]?.key },
    });
  });

  it("is refused where nothing is to be booked", async () => {
    await expectRefusal(book(before), "RULE", "The console is not in recovery.");
    await expectRefusal((await before.as("EMPLOYEE")).recovery.status(), "FORBIDDEN");
  });

  it("books once when the same press arrives twice, or two press at the same moment", async () => {
    const api = await forget(() => run(before, order(customer, "SALE")));
    const requestId = randomUUID();
    const results = [await book(api, requestId), await book(api, requestId)];
    expect(results.map(({ booked }) => booked)).toEqual([1, 0]);
    await Promise.all([book(api), book(api)]);
    expect(await api.database.read.paymentAttempt.count()).toBe(1);
    expect(await api.database.read.auditEvent.count({ where: { action: "recovery.booked" } })).toBe(1);
  });

  it("a row of a bulk job that was sent after the backup follows its payment, and is not sent once more", async () => {
    const scheduled = await dueCustomer(before);
    const { batchId } = await startPayments(before, reviewed("BULK_DEBIT", [scheduled]));
    const api = await forget(() => before.services.bulkJobs.drain("BULK_DEBIT"));
    await book(api);
    const [row] = await readRows(api, batchId);
    const paymentId = row?.paymentId ?? "";
    expect(await before.database.read.paymentIntent.count({ where: { id: paymentId } })).toBe(1);
    await resolve(api);
    await release(api);
    await api.services.bulkJobs.drain("BULK_DEBIT");
    expect(processors.calls()).toBe(1);
    expect(await readRows(api, batchId)).toMatchObject([{ state: "DONE", paymentId }]);
  });

  it("a refund waits until the sale it gives back is known", async () => {
    const api = await forget(async () => {
      const { paymentId: parentId } = await run(before, order(customer, "SALE"));
      before.clock.advance({ seconds: 1 });
      await run(before, order(customer, "REFUND", { parentId }));
    });
    expect(await book(api)).toEqual({ booked: 1, waiting: 1, refused: 0 });
    expect((await status(api)).payments).toMatchObject([
      {
        mode: "REFUND",
        state: "FOUND",
        reason: "The payment it refunds has no known outcome yet. Book again when it is known.",
      },
      { mode: "SALE", state: "BOOKED", paymentState: "UNKNOWN" },
    ]);
    await resolve(api);
    expect(await book(api)).toEqual({ booked: 1, waiting: 0, refused: 0 });
    await resolve(api);
    expect((await status(api)).payments.map(({ paymentState }) => paymentState)).toEqual([
      "SUCCEEDED",
      "SUCCEEDED",
    ]);
  });

  it("what it is about and is not here is said, and keeps the rest from being released until it is seen to", async () => {
    const api = await forget(async () => {
      const stranger = await payableCustomer(before);
      await run(before, order(stranger, "SALE"));
      await run(before, order(customer, "DEBIT"));
    });
    expect(await book(api)).toEqual({ booked: 1, waiting: 0, refused: 1 });
    expect((await status(api)).payments.map(({ reason }) => reason).sort()).toEqual([
      "",
      "The customer it is about is not in this database.",
    ]);
    await resolve(api);
    const refused = (await status(api)).payments.find(({ state }) => state === "REFUSED");
    await expectRefusal(release(api), "RULE", "Resolve the payment that cannot be booked");
    await (await api.as("SUPERADMIN")).recovery.confirm({
      requestId: randomUUID(),
      key: refused?.key ?? "",
      word: "CONFIRM",
      note: "The customer was recorded again",
    });
    await release(api);
    await api.services.recovery.tidy();
    expect(await status(api)).toMatchObject({ standing: "NORMAL", figures: { refused: { count: 1 } } });
  });

  it("what was sent from here as well is left to a person", async () => {
    const { paymentId } = await run(before, order(customer, "SALE"));
    const { id: environmentId } = await before.database.read.environment.findFirstOrThrow();
    const api = await forget(() =>
      before.services.recovery.journal.write(environmentId, {
        intentId: paymentId,
        key: "another-key",
        sentAt: before.clock.now(),
      }),
    );
    expect(await book(api)).toEqual({ booked: 0, waiting: 0, refused: 1 });
    expect((await status(api)).payments).toMatchObject([
      { reason: "It was also sent from here under another key. Check both at the processor." },
    ]);
  });
});

describe("a release", () => {
  it("is told in the audit with its reason, and by whom", async () => {
    const api = await forget(() => run(before, order(customer, "SALE")));
    await book(api);
    await expectRefusal(
      release(api),
      "RULE",
      "The processor has not been asked about one booked payment yet.",
    );
    await resolve(api);
    const { id } = await api.admin("SUPERADMIN");
    await release(api);
    expect(await lastAuditEvent(api, "recovery.release")).toMatchObject({
      actor: `admin:${id}`,
      before: { state: "RECOVERY", reasons: ["SENT_PAYMENTS"] },
      after: { state: "NORMAL", reason: RELEASE.reason },
    });
    expect((await status(api)).released).toMatchObject({ by: "Test SUPERADMIN", reason: RELEASE.reason });
  });

  it("pauses what was charging: somebody looks at the rows before they go on", async () => {
    const due = [await dueCustomer(before), await dueCustomer(before)];
    const { batchId } = await startPayments(before, reviewed("BULK_DEBIT", due));
    const api = await forget(() => run(before, order(customer, "SALE")));
    await book(api);
    await resolve(api);
    await release(api);
    await api.services.bulkJobs.drain("BULK_DEBIT");
    expect((await readRows(api, batchId)).map(({ state }) => state)).toEqual(["WAITING", "WAITING"]);
    await (await api.as("ADMIN")).bulkJobs.resume({ requestId: randomUUID(), batchId });
    await api.services.bulkJobs.drain("BULK_DEBIT");
    expect((await readRows(api, batchId)).map(({ state }) => state)).toEqual(["DONE", "DONE"]);
  });

  it("is refused without the word, without a reason, and where nothing is held", async () => {
    const requestId = randomUUID();
    const superadmin = await before.as("SUPERADMIN");
    const wrong = (changed: object) => superadmin.recovery.release({ requestId, ...RELEASE, ...changed });
    await expect(wrong({ word: "release" })).rejects.toThrow("Type RELEASE to confirm.");
    await expect(wrong({ reason: " " })).rejects.toThrow("Reason");
    await expectRefusal(release(before), "RULE", "The console is not in recovery.");
  });

  it("is answered the same when the same press arrives twice", async () => {
    const api = await forget(() => run(before, order(customer, "SALE")));
    await book(api);
    await resolve(api);
    const requestId = randomUUID();
    expect(await release(api, requestId)).toEqual(await release(api, requestId));
    expect(await api.database.read.auditEvent.count({ where: { action: "recovery.release" } })).toBe(1);
  });
});
