import { randomUUID } from "node:crypto";
import { PAYOUT_HOLD_TEXTS as TEXT } from "@countinghouse/validators/payout-hold/rules";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BATCH_RUNNERS } from "../batch-runners.ts";
import { BULK_DEFAULTS, createBulkEngine } from "../bulk-jobs/engine/bulk-engine.ts";
import {
  dueCustomer,
  endRunning,
  linkedAccount,
  reviewed,
  startPaymentsBy,
  withBanks,
} from "../testing/bulk.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { lookedAtOrder, openPayments, order, payableCustomer, withProcessors } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { payEverything } from "../testing/schedules.ts";
import { addAdmin } from "../testing/signing-in.ts";
import { createPaymentsEngine } from "./engine/payments-engine.ts";

const HOLD_MINUTES = 5;
const RUN = "BULK_DEBIT";

let api: TestApi;
let processors: TestProcessors;
let passedMinutes = 0;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(async () => {
  processors = withProcessors(api);
  withBanks(api, () => [linkedAccount()]);
  await setHold(HOLD_MINUTES);
});
afterEach(async () => {
  await endRunning(api, RUN);
  await payEverything(api);
  pass(-passedMinutes);
});
afterAll(() => api.close());

function pass(minutes: number): void {
  api.clock.advance({ minutes });
  passedMinutes += minutes;
}

async function setHold(minutes: number): Promise<void> {
  const { version } = await (await api.as("VIEWER")).payments.hold();
  const admin = await api.as("SUPERADMIN");
  await admin.payments.setHold({ requestId: randomUUID(), minutes, runMinutes: minutes, version });
}

type Maker = Awaited<ReturnType<TestApi["as"]>>;

async function newMaker(): Promise<{ id: string; maker: Maker }> {
  const { id, email } = await addAdmin(api, { role: "EMPLOYEE" });
  const sessionId = randomUUID();
  const actor = { kind: "admin", id, sessionId, email, fullName: "Test Admin", role: "EMPLOYEE" } as const;
  return { id, maker: api.callAs(actor) };
}

/** Starts a new process: it knows only the tables, and its clock may differ. */
function newProcess(aheadMinutes = 0) {
  const now = () => api.clock.in({ minutes: aheadMinutes });
  const { ports } = api.services;
  const services = { ...api.services, db: api.database, now };
  const payments = createPaymentsEngine(services, ports, { callMs: 5_000 });
  const pace = { ...BULK_DEFAULTS, balancesPerMinute: 0 };
  const bulk = createBulkEngine({ ...services, payments }, pace, () => {}, BATCH_RUNNERS);
  return { work: () => Promise.all([payments.drain(), bulk.drain(RUN)]) };
}

interface Held {
  cancel: (by: Maker) => Promise<unknown>;
  /** Returns the state of the payment or the run. */
  state: () => Promise<string>;
}

const KINDS: readonly [string, string, (maker: Maker) => Promise<Held>][] = [
  [
    "a payout",
    "SUCCEEDED",
    async (maker) => {
      const input = await lookedAtOrder(api, order(await payableCustomer(api), "FUND"));
      const { paymentId } = await maker.payments.run(input);
      const row = () => api.database.read.paymentIntent.findUniqueOrThrow({ where: { id: paymentId } });
      return {
        cancel: (by) => by.payments.cancelHeld({ requestId: randomUUID(), paymentId }),
        state: async () => (await row()).state,
      };
    },
  ],
  [
    "a run",
    "COMPLETED",
    async (maker) => {
      const { batchId } = await startPaymentsBy(api, maker, reviewed(RUN, [await dueCustomer(api)]));
      const row = () => api.database.read.bulkBatch.findUniqueOrThrow({ where: { id: batchId } });
      return {
        cancel: (by) => by.bulkJobs.cancelHeld({ requestId: randomUUID(), batchId }),
        state: async () => (await row()).state,
      };
    },
  ],
];

describe.each(KINDS)("%s that is held", (_name, done, hold) => {
  const begin = async () => {
    const { id, maker } = await newMaker();
    return { id, maker, ...(await hold(maker)) };
  };

  it("is sent once by new processes after its own was killed, and not before the hold is over", async () => {
    const held = await begin();
    pass(HOLD_MINUTES - 1);
    await newProcess().work();
    expect(processors.calls()).toBe(0);
    pass(1);
    await Promise.all([newProcess().work(), newProcess().work()]);
    pass(60);
    await newProcess().work();
    expect(processors.books).toHaveLength(1);
    expect(await held.state()).toBe(done);
  });

  it("can be cancelled in another process after its own was killed, and no vendor is called", async () => {
    const held = await begin();
    await newProcess().work();
    await held.cancel(held.maker);
    pass(60);
    await Promise.all([newProcess().work(), newProcess().work()]);
    expect(processors.calls()).toBe(0);
    expect(await held.state()).toBe("CANCELLED");
  });

  it("is sent once by a process whose clock is ahead, and is neither sent again nor cancelled by one behind", async () => {
    const held = await begin();
    await newProcess(-60).work();
    expect(processors.calls()).toBe(0);
    await newProcess(HOLD_MINUTES).work();
    expect(processors.books).toHaveLength(1);
    await newProcess(-60).work();
    await expectRefusal(
      held.cancel(held.maker),
      "RULE",
      new RegExp(`${TEXT.notHeld}|${TEXT.runNotHeld}`.replaceAll(".", "\\.")),
    );
    pass(HOLD_MINUTES);
    await newProcess().work();
    expect(processors.books).toHaveLength(1);
    expect(await held.state()).toBe(done);
  });

  it("is held longer, but not lost, after a clock was set back", async () => {
    const held = await begin();
    pass(-60);
    await newProcess().work();
    expect(processors.calls()).toBe(0);
    pass(60 + HOLD_MINUTES);
    await newProcess().work();
    expect(processors.books).toHaveLength(1);
    expect(await held.state()).toBe(done);
  });

  it.each([0, 60])(
    "retains its hold when the setting changes to %i minutes in the meantime",
    async (minutes) => {
      const held = await begin();
      await setHold(minutes);
      pass(HOLD_MINUTES - 1);
      await newProcess().work();
      expect(processors.calls()).toBe(0);
      pass(1);
      await newProcess().work();
      expect(processors.books).toHaveLength(1);
      expect(await held.state()).toBe(done);
    },
  );

  it("goes out once although its admin was disabled, unless an admin who may decide approvals cancels it", async () => {
    for (const isCancelled of [false, true]) {
      processors = withProcessors(api);
      const held = await begin();
      const disabled = { where: { id: held.id }, data: { status: "DISABLED" as const } };
      await api.database.unsafeTransaction((tx) => tx.admin.update(disabled));
      if (isCancelled) await held.cancel(await api.as("ADMIN"));
      pass(HOLD_MINUTES);
      await Promise.all([newProcess().work(), newProcess().work()]);
      expect(processors.books).toHaveLength(isCancelled ? 0 : 1);
      expect(await held.state()).toBe(isCancelled ? "CANCELLED" : done);
    }
  });
});
