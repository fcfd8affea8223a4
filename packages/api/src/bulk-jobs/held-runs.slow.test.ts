import { randomUUID } from "node:crypto";
import { PAYOUT_HOLD_TEXTS as TEXT } from "@countinghouse/validators/payout-hold/rules";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approve, expectToWait, setRules } from "../testing/approvals.ts";
import { otherProcess, press } from "../testing/automation.ts";
import {
  dueCustomer,
  endRunning,
  linkedAccount,
  readBatch,
  readRows,
  reviewed,
  startPayments,
  withBanks,
} from "../testing/bulk.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, withProcessors } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { payEverything } from "../testing/schedules.ts";

const KIND = "BULK_DEBIT";

let api: TestApi;
let processors: TestProcessors;
/** How often a bank was asked. */
let asked: number;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(async () => {
  processors = withProcessors(api);
  asked = 0;
  withBanks(api, () => {
    asked++;
    return [linkedAccount()];
  });
  await setHold(5);
});
afterEach(async () => {
  for (const kind of [KIND, "BULK_ACH", "AUTOMATION"] as const) await endRunning(api, kind);
  await payEverything(api);
});
afterAll(() => api.close());

async function setHold(runMinutes: number) {
  const { minutes, version } = await (await api.as("VIEWER")).payments.hold();
  return (await api.as("SUPERADMIN")).payments.setHold({
    requestId: randomUUID(),
    minutes,
    runMinutes,
    version,
  });
}

const customers = async (count: number) => {
  const made = [];
  for (let n = 0; n < count; n++) made.push(await dueCustomer(api));
  return made;
};

const start = async (count = 2, kind: "BULK_DEBIT" | "BULK_ACH" = KIND) =>
  (await startPayments(api, reviewed(kind, await customers(count)))).batchId;

const cancel = async (batchId: string, role: Role = "EMPLOYEE", requestId: string = randomUUID()) =>
  (await api.as(role)).bulkJobs.cancelHeld({ requestId, batchId });

/** The clock goes on while `work` is done, and back again. */
async function later(minutes: number, work: () => Promise<unknown>): Promise<void> {
  api.clock.advance({ minutes });
  await work();
  api.clock.advance({ minutes: -minutes });
}

describe("a run that takes money", () => {
  it("begins nothing while it is held, whoever looks for work, and all of it once the hold is over", async () => {
    const batchId = await start();
    expect(await readBatch(api, batchId)).toMatchObject({
      state: "RUNNING",
      heldUntil: api.clock.in({ minutes: 5 }),
      isStalled: false,
    });
    await later(4, async () => {
      await Promise.all([api.services.bulkJobs.drain(KIND), otherProcess(api).drain(KIND)]);
      expect(await readBatch(api, batchId)).toMatchObject({ isStalled: false, counts: { waiting: 2 } });
    });
    expect(processors.calls()).toBe(0);
    await later(5, () => Promise.all([api.services.bulkJobs.drain(KIND), otherProcess(api).drain(KIND)]));
    expect(processors.books).toHaveLength(2);
    expect(await readBatch(api, batchId)).toMatchObject({
      state: "COMPLETED",
      heldUntil: null,
      counts: { done: 2 },
    });
  });

  it("by bank transfer asks no bank either", async () => {
    const batchId = await start(1, "BULK_ACH");
    await api.services.bulkJobs.drain("BULK_ACH");
    await cancel(batchId);
    await later(10, () => api.services.bulkJobs.drain("BULK_ACH"));
    expect([asked, processors.calls()]).toEqual([0, 0]);
  });

  it("of payment automation is held as well, and cancelled by who may decide approvals", async () => {
    await customers(1);
    const { batchId } = await press(api);
    await api.services.bulkJobs.drain("AUTOMATION");
    await cancel(batchId, "SUPERADMIN");
    await later(10, () => api.services.bulkJobs.drain("AUTOMATION"));
    expect([asked, processors.calls()]).toEqual([0, 0]);
    expect(await readBatch(api, batchId)).toMatchObject({ state: "CANCELLED" });
  });

  it("that waited for a second person is held from when it was approved", async () => {
    await setRules(api, { BULK: { always: true } });
    const shown = await expectToWait(api, startPayments(api, reviewed(KIND, await customers(1))));
    await approve(api, shown);
    await setRules(api, {});
    const { batch } = await (await api.as("VIEWER")).bulkJobs.running({ kind: KIND });
    expect(batch?.heldUntil).toEqual(api.clock.in({ minutes: 5 }));
    await api.services.bulkJobs.drain(KIND);
    await cancel(batch?.id ?? "", "ADMIN");
    expect(processors.calls()).toBe(0);
  });

  it("is begun at once where nothing is held", async () => {
    await setHold(0);
    const batchId = await start(1);
    await api.services.bulkJobs.drain(KIND);
    expect(await readBatch(api, batchId)).toMatchObject({ state: "COMPLETED", heldUntil: null });
  });

  it("that is paused keeps its hold, and begins after both", async () => {
    const batchId = await start(1);
    const { bulkJobs } = await api.as("EMPLOYEE");
    await bulkJobs.pause({ batchId, requestId: randomUUID() });
    await later(6, () => api.services.bulkJobs.drain(KIND));
    expect(processors.calls()).toBe(0);
    await bulkJobs.resume({ batchId, requestId: randomUUID() });
    await api.services.bulkJobs.drain(KIND);
    expect(processors.calls()).toBe(0);
    await later(6, () => api.services.bulkJobs.drain(KIND));
    expect(processors.books).toHaveLength(1);
  });
});

describe("cancelling it while it is held", () => {
  it("calls no vendor, ever, once for one press, and leaves who did it in the audit", async () => {
    const batchId = await start(3);
    const requestId = randomUUID();
    expect(await cancel(batchId, "EMPLOYEE", requestId)).toMatchObject({
      cancelled: 3,
      message: TEXT.runCancelled,
    });
    const events = await countAuditEvents(api, "bulkJobs.cancelHeld");
    expect(await cancel(batchId, "EMPLOYEE", requestId)).toMatchObject({ cancelled: 3 });
    expect(await countAuditEvents(api, "bulkJobs.cancelHeld")).toBe(events);
    expect(await lastAuditEvent(api, "bulkJobs.cancelHeld")).toMatchObject({
      subjectId: batchId,
      after: { state: "CANCELLED", cancelled: 3 },
    });
    await later(10, () => Promise.all([api.services.bulkJobs.drain(KIND), otherProcess(api).drain(KIND)]));
    expect(processors.calls()).toBe(0);
    expect((await readRows(api, batchId)).map(({ state }) => state)).toEqual(Array(3).fill("CANCELLED"));
  });

  it("is for whoever may start one of its kind, whoever did, and for nobody else, as to reset and to resume it is", async () => {
    const list = reviewed(KIND, await customers(1));
    const { batchId } = await startPayments(api, list, "ADMIN");
    await expectRefusal(cancel(batchId, "VIEWER"), "FORBIDDEN", /^Only /);
    await cancel(batchId, "EMPLOYEE");

    const timed = (await press(api)).batchId;
    const employee = (await api.as("EMPLOYEE")).bulkJobs;
    const of = { batchId: timed, requestId: randomUUID() };
    await employee.pause(of);
    const only = "Only SUPERADMIN or ADMIN can do this.";
    await expectRefusal(cancel(timed), "FORBIDDEN", only);
    await expectRefusal(employee.resume({ ...of, requestId: randomUUID() }), "FORBIDDEN", only);
    const reset = employee.reset({ kind: "AUTOMATION", requestId: randomUUID() });
    await expectRefusal(reset, "FORBIDDEN", only);
    await cancel(timed, "ADMIN");
  });

  it("is refused of a run that is held no more, is over, or never was", async () => {
    const batchId = await start(1);
    await later(5, async () => {
      await expectRefusal(cancel(batchId), "RULE", TEXT.runNotHeld);
      await api.services.bulkJobs.drain(KIND);
    });
    await expectRefusal(cancel(batchId), "RULE", TEXT.runNotHeld);
    await expectRefusal(cancel(randomUUID()), "NOT_FOUND", "There is no such batch.");
    await expectRefusal(cancel(batchId, "VIEWER"), "FORBIDDEN", /^Only /);
  });

  it("by two at the same moment is done by one", async () => {
    const batchId = await start(2);
    const events = await countAuditEvents(api, "bulkJobs.cancelHeld");
    const both = await Promise.allSettled([cancel(batchId), cancel(batchId, "ADMIN")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await countAuditEvents(api, "bulkJobs.cancelHeld")).toBe(events + 1);
  });

  it("and its beginning at the same moment never do both, in any round", async () => {
    for (let round = 0; round < 12; round++) {
      processors = withProcessors(api);
      const batchId = await start(2);
      // Whose clock is behind still sees the hold; whose clock is ahead ends it.
      const cancelling = round % 2 === 0 ? cancel(batchId) : null;
      api.clock.advance({ minutes: 5 });
      const draining = [api.services.bulkJobs.drain(KIND), otherProcess(api).drain(KIND)];
      api.clock.advance({ minutes: -5 });
      const [cancelled] = await Promise.allSettled([cancelling ?? cancel(batchId), ...draining]);
      await later(5, () => api.services.bulkJobs.drain(KIND));
      const won = cancelled.status === "fulfilled";
      expect(processors.calls()).toBe(won ? 0 : 2);
      expect((await readBatch(api, batchId)).state).toBe(won ? "CANCELLED" : "COMPLETED");
    }
  });

  it("wins over a worker that was frozen before it ended the hold", async () => {
    const batchId = await start(2);
    // It has looked at the clock, and goes on when the run was cancelled meanwhile.
    const { pool } = api.database;
    const connection = await pool.connect();
    await connection.query("BEGIN");
    await connection.query("SELECT 1 FROM bulk_batch WHERE id = $1::uuid FOR UPDATE", [batchId]);
    api.clock.advance({ minutes: 5 });
    const draining = otherProcess(api).drain(KIND);
    await expect
      .poll(async () => {
        const { rows } = await pool.query<{ n: number }>(
          "SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted",
        );
        return rows[0]?.n;
      })
      .toBeGreaterThan(0);
    await connection.query(
      "UPDATE bulk_batch SET state = 'CANCELLED', finished_at = now() WHERE id = $1::uuid",
      [batchId],
    );
    await connection.query("COMMIT");
    connection.release();
    await draining;
    api.clock.advance({ minutes: -5 });
    expect(processors.calls()).toBe(0);
  });
});
