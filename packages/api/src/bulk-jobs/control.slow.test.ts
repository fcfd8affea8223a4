import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type DueCustomer,
  dueCustomer,
  endRunning,
  linkedAccount,
  readBatch,
  readRows,
  reviewed,
  startPayments,
  withBanks,
} from "../testing/bulk.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, withProcessors } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";

const KIND = "BULK_DEBIT";

let api: TestApi;
let processors: TestProcessors;
let customers: DueCustomer[];
let batchId: string;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["ADMIN", "EMPLOYEE", "VIEWER"] }));
});
beforeEach(async () => {
  processors = withProcessors(api);
  withBanks(api, () => [linkedAccount()]);
  customers = await Promise.all(Array.from({ length: 3 }, () => dueCustomer(api)));
  ({ batchId } = await startPayments(api, reviewed(KIND, customers)));
});
afterEach(() => endRunning(api, KIND));
afterAll(() => api.close());

const jobs = async (role: "ADMIN" | "EMPLOYEE" | "VIEWER" = "EMPLOYEE") => (await api.as(role)).bulkJobs;
const press = () => ({ batchId, requestId: randomUUID() });
const resetPress = () => ({ kind: KIND, requestId: randomUUID() }) as const;

/** Drains until the first payment stands at the processor, which waits for `go`. */
async function inTheMiddle() {
  let go = (): void => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  processors.onCall(() => held);
  const draining = api.services.bulkJobs.drain(KIND);
  await expect.poll(() => processors.calls()).toBeGreaterThan(0);
  return { go, draining };
}

describe("pausing", () => {
  it("lets nothing more begin until it is resumed, and then all is done once", async () => {
    expect(await (await jobs()).pause(press())).toEqual({ state: "PAUSED" });
    await api.services.bulkJobs.drain(KIND);
    expect(processors.calls()).toBe(0);
    expect(await (await jobs()).running({ kind: KIND })).toMatchObject({
      isRunning: true,
      batch: { state: "PAUSED" },
    });
    expect(await (await jobs("ADMIN")).resume(press())).toEqual({ state: "RUNNING" });
    await api.services.bulkJobs.drain(KIND);
    expect(processors.books).toHaveLength(3);
    expect(await readBatch(api, batchId)).toMatchObject({ state: "COMPLETED", counts: { done: 3 } });
  });

  it("lets what was sent come to its end", async () => {
    const { go, draining } = await inTheMiddle();
    const sent = processors.calls();
    await (await jobs()).pause(press());
    go();
    await draining;
    const { counts } = await readBatch(api, batchId);
    expect(counts.done).toBeGreaterThanOrEqual(sent);
    expect(counts.done).toBe(processors.books.length);
    expect(counts.done + counts.waiting).toBe(3);
  });

  it.each(["pause", "resume"] as const)("%s is refused where there is nothing to", async (verb) => {
    if (verb === "pause") await (await jobs()).pause(press());
    await expectRefusal((await jobs())[verb](press()), "RULE", /does not run|is not paused/);
    await expectRefusal((await jobs())[verb]({ ...press(), batchId: randomUUID() }), "NOT_FOUND");
  });
});

describe("Reset Job Status", () => {
  it("cancels what was not sent, says how many, and the next batch may start", async () => {
    const answer = await (await jobs()).reset(resetPress());
    expect(answer).toEqual({
      success: true,
      message: "Bulk job status successfully reset.",
      batchId,
      cancelled: 3,
      inFlight: 0,
    });
    await api.services.bulkJobs.drain(KIND);
    expect(processors.calls()).toBe(0);
    expect((await readRows(api, batchId)).map(({ state }) => state)).toEqual([
      "CANCELLED",
      "CANCELLED",
      "CANCELLED",
    ]);
    expect(await readBatch(api, batchId)).toMatchObject({ state: "CANCELLED", counts: { cancelled: 3 } });
    await startPayments(api, reviewed(KIND, customers));
    await api.services.bulkJobs.drain(KIND);
    expect(processors.books).toHaveLength(3);
  });

  it("does not stop what was sent: that comes to its end, and is not charged again by the next batch", async () => {
    const { go, draining } = await inTheMiddle();
    await pause(20);
    const { cancelled, inFlight } = await (await jobs()).reset(resetPress());
    expect(inFlight).toBeGreaterThan(0);
    expect(cancelled + inFlight).toBe(3);
    const next = await startPayments(api, reviewed(KIND, customers));
    const again = api.services.bulkJobs.drain(KIND);
    go();
    await Promise.all([draining, again]);
    await api.services.bulkJobs.drain(KIND);
    expect(processors.books).toHaveLength(3);
    for (const { scheduleId } of customers)
      expect(await api.database.read.paymentIntent.count({ where: { scheduleId } })).toBe(1);
    const { counts } = await readBatch(api, batchId);
    expect(counts).toMatchObject({ done: inFlight, cancelled, underWay: 0 });
    expect(await readBatch(api, next.batchId)).toMatchObject({ state: "COMPLETED", completedCount: 3 });
  });

  it("is refused where nothing of the kind runs", async () => {
    await (await jobs()).reset(resetPress());
    await expectRefusal((await jobs()).reset(resetPress()), "RULE", "No bulk debit job is running.");
  });

  it("happens once for one press: sent again it does not stop the batch that was started since", async () => {
    const input = resetPress();
    const first = await (await jobs()).reset(input);
    const { batchId: next } = await startPayments(api, reviewed(KIND, customers));
    expect(await (await jobs()).reset(input)).toEqual(first);
    expect(await readBatch(api, next)).toMatchObject({ state: "RUNNING" });
    await expectRefusal((await jobs()).reset({ ...input, kind: "BULK_ACH" }), "CONFLICT");
  });
});

describe.each(["AUTOMATION", "REVERT"] as const)(
  "a run of the kind %s, which an EMPLOYEE may not start",
  (kind) => {
    afterEach(() => endRunning(api, kind));

    const run = async (): Promise<string> => {
      const { id } = await api.admin("ADMIN");
      const { rows } = await api.database.pool.query<{ id: string }>(
        `INSERT INTO bulk_batch (id, kind, version, epoch, requested_by_id, requested_at, total, last_progress_at)
       VALUES (gen_random_uuid(), $1::"BulkKind", 1, 0, $2, $3, 0, $3) RETURNING id`,
        [kind, id, api.clock.now()],
      );
      return rows[0]?.id ?? "";
    };

    it("is paused by an EMPLOYEE, and resumed and reset by who may start it alone", async () => {
      const of = { batchId: await run() };
      const [employee, admin] = [await jobs(), await jobs("ADMIN")];
      const only = "Only SUPERADMIN or ADMIN can do this.";
      await expectRefusal(employee.reset({ kind, requestId: randomUUID() }), "FORBIDDEN", only);
      expect(await employee.pause({ ...of, requestId: randomUUID() })).toEqual({ state: "PAUSED" });
      await expectRefusal(employee.resume({ ...of, requestId: randomUUID() }), "FORBIDDEN", only);
      expect(await readBatch(api, of.batchId)).toMatchObject({ state: "PAUSED" });
      expect(await admin.resume({ ...of, requestId: randomUUID() })).toEqual({ state: "RUNNING" });
      expect(await admin.reset({ kind, requestId: randomUUID() })).toMatchObject({ success: true });
    });
  },
);
