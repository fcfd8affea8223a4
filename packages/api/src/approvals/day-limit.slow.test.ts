import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { MIGRATIONS_DIR } from "@countinghouse/db/migrate";
import { NOTHING_WAITS } from "@countinghouse/validators/approvals/rules";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approve, expectToWait, look, setRules } from "../testing/approvals.ts";
import { press as pressAutomation } from "../testing/automation.ts";
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
import { lookedAtPayment, payment } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { takenBatch, toGiveBack } from "../testing/reverts.ts";
import { addSchedule, payEverything, toProcess } from "../testing/schedules.ts";
import { addAdmin } from "../testing/signing-in.ts";

const RUNS = ["BULK_DEBIT", "BULK_ACH", "AUTOMATION"] as const;
/** Cents. Two payments of these tests ($412.50 each) stay below the limit, and three exceed it. */
const LIMIT = { overCents: 100_000, dayOverCents: 100_000 };
const OVER = /: more than \$1,000\.00 taken by one admin in a day\./;

let api: TestApi;
let processors: TestProcessors;
let passedHours = 0;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(async () => {
  processors = withProcessors(api);
  withBanks(api, () => [linkedAccount()]);
  await setRules(api, { BULK: LIMIT, AUTOMATION: LIMIT, COLLECT: LIMIT });
});
afterEach(async () => {
  for (const kind of [...RUNS, "REVERT"] as const) await endRunning(api, kind);
  await payEverything(api);
  api.clock.advance({ hours: -passedHours });
  passedHours = 0;
});
afterAll(() => api.close());

const pass = (hours: number) => {
  api.clock.advance({ hours });
  passedHours += hours;
};
const drain = async () => {
  for (const kind of RUNS) await api.services.bulkJobs.drain(kind);
};

type Maker = Awaited<ReturnType<TestApi["as"]>>;

/** Adds an admin who has sent nothing today. */
async function newMaker(): Promise<Maker> {
  const { id, email } = await addAdmin(api, { role: "ADMIN" });
  const sessionId = randomUUID();
  return api.callAs({ kind: "admin", id, sessionId, email, fullName: "Test Admin", role: "ADMIN" });
}

const due = async (count: number) => {
  const customers = [];
  for (let n = 0; n < count; n++) customers.push(await dueCustomer(api));
  return customers;
};

const list = async (maker: Maker, kind: "BULK_DEBIT" | "BULK_ACH", count: number) =>
  startPaymentsBy(api, maker, reviewed(kind, await due(count)));

/** The ways to take money from `count` customers. The last two take single payments. */
const DOORS: readonly [string, (maker: Maker, count: number) => Promise<unknown>][] = [
  ["a bulk debit", (maker, count) => list(maker, "BULK_DEBIT", count)],
  ["a bulk ACH", (maker, count) => list(maker, "BULK_ACH", count)],
  [
    "payment automation",
    async (maker, count) => {
      await due(count);
      return pressAutomation(api, randomUUID(), maker);
    },
  ],
  [
    "scheduled payments by hand",
    async (maker, count) => {
      for (let n = 0; n < count; n++) {
        const [row] = await addSchedule(api, await payableCustomer(api));
        await maker.paymentSchedules.process(toProcess(row));
      }
    },
  ],
  [
    "single payments",
    async (maker, count) => {
      for (let n = 0; n < count; n++) {
        const customer = await payableCustomer(api);
        const sale = order(customer, "SALE", { amountCents: 41_250 });
        await maker.payments.run(await lookedAtOrder(api, sale));
      }
    },
  ],
];

describe.each(DOORS)("%s just below the limit", (name, take) => {
  const other = name === "a bulk debit" ? "BULK_ACH" : "BULK_DEBIT";

  it("is let through, and the next list waits, before and after the first one is finished", async () => {
    const maker = await newMaker();
    await take(maker, 2);
    await expectRefusal(list(maker, other, 1), "WAITS", OVER);
    await drain();
    await expectRefusal(list(maker, other, 1), "WAITS", OVER);
    // It is the first list of another admin.
    await list(await newMaker(), other, 2);
  });

  it("waits after a list of the same admin", async () => {
    const maker = await newMaker();
    await list(maker, other, 2);
    await payEverything(api);
    const taken = processors.calls();
    await expectRefusal(take(maker, 1), "WAITS", OVER);
    expect(processors.calls()).toBe(taken);
  });
});

it("a list does not count as taken alone when another admin approved it, or it was reset or failed", async () => {
  const maker = await newMaker();
  const waiting = await expectToWait(api, list(maker, "BULK_DEBIT", 3));
  expect(waiting.reasons).toHaveLength(2);
  await approve(api, waiting, "SUPERADMIN");
  await list(maker, "BULK_ACH", 1);
  await drain();
  expect(processors.books).toHaveLength(4);
  await list(maker, "BULK_DEBIT", 1);
  await maker.bulkJobs.reset({ kind: "BULK_DEBIT", requestId: randomUUID() });
  await payEverything(api);
  await list(maker, "BULK_DEBIT", 1);
  await expectRefusal(list(maker, "BULK_ACH", 1), "WAITS", OVER);
});

it("a day ends at midnight in New York, and a list started before and taken after midnight counts on both days", async () => {
  const maker = await newMaker();
  await list(maker, "BULK_DEBIT", 2);
  await drain();
  // It is 10 a.m. in New York: midnight in UTC passes first, then midnight in New York.
  pass(13);
  await expectRefusal(list(maker, "BULK_DEBIT", 1), "WAITS", OVER);
  pass(1);
  await list(maker, "BULK_DEBIT", 2);
  pass(24);
  await expectRefusal(list(maker, "BULK_ACH", 1), "WAITS", OVER);
  await drain();
  await expectRefusal(list(maker, "BULK_ACH", 1), "WAITS", OVER);
});

it("two simultaneous lists never both stay below the limit", async () => {
  for (let round = 0; round < 2; round++) {
    const maker = await newMaker();
    const lists = [reviewed("BULK_DEBIT", await due(2)), reviewed("BULK_ACH", await due(2))];
    const answers = await Promise.allSettled(lists.map((each) => startPaymentsBy(api, maker, each)));
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = answers.find((answer) => answer.status === "rejected");
    expect(String(refused?.reason)).toMatch(OVER);
    for (const kind of RUNS) await endRunning(api, kind);
  }
});

it("a batch that is given back counts as paid out before its refunds are sent", async () => {
  await setRules(api, { PAY_OUT: { dayOverCents: 100_000 } });
  const { batchId } = await takenBatch(api, 2);
  const maker = await newMaker();
  await maker.reverts.start(await toGiveBack(api, batchId));
  const refund = async () =>
    maker.payments.run(await lookedAtOrder(api, order(await payableCustomer(api), "FUND")));
  const over = /Pay out: more than \$1,000\.00 sent by one admin in a day\./;
  await expectRefusal(refund(), "WAITS", over);
  await api.services.bulkJobs.drain("REVERT");
  await expectRefusal(refund(), "WAITS", over);
});

it("a batch that is given back adds to the earlier payouts of the day", async () => {
  await setRules(api, { PAY_OUT: { dayOverCents: 100_000 } });
  const { batchId } = await takenBatch(api, 1);
  const maker = await newMaker();
  await maker.payments.run(await lookedAtOrder(api, order(await payableCustomer(api), "FUND")));
  const press = maker.reverts.start(await toGiveBack(api, batchId));
  const waiting = await expectToWait(api, press);
  expect(waiting.reasons).toEqual(["Pay out: more than $1,000.00 sent by one admin in a day."]);
  await approve(api, waiting, "SUPERADMIN");
  const { batchId: made } = await api.database.read.approval.findUniqueOrThrow({ where: { id: waiting.id } });
  expect(await api.database.read.bulkBatch.count({ where: { id: made ?? "", revertsId: batchId } })).toBe(1);
  expect((await look(api, waiting.id)).state).toBe("DONE");
  await expect(
    api.asOwner("UPDATE approval SET batch_id = NULL WHERE id = $1", [waiting.id]),
  ).rejects.toThrow("stays as it is");
});

it("payments recorded by hand, for any customers, have a limit of the day of their own", async () => {
  await setRules(api, { MANUAL_POSTING: { dayOverCents: 100_000 }, COLLECT: LIMIT });
  const { id, email } = await addAdmin(api, { role: "EMPLOYEE" });
  const who = {
    kind: "admin",
    id,
    sessionId: randomUUID(),
    email,
    fullName: "Test",
    role: "EMPLOYEE",
  } as const;
  const maker = api.callAs(who);
  const record = async (amountCents: number) => {
    const { userId } = await payableCustomer(api, { owesCents: 200_000 });
    const input = await lookedAtPayment(api, payment(userId, { amountCents }));
    return maker.payments.recordManual({ ...input, requestId: randomUUID() });
  };
  await record(50_000);
  await record(50_000);
  const over = "Manual payment: more than $1,000.00 recorded by one admin in a day.";
  const waiting = await expectToWait(api, record(1));
  expect(waiting.reasons).toEqual([over]);
  await approve(api, waiting, "SUPERADMIN");
  await expectRefusal(record(1), "WAITS", over);
  pass(14);
  await record(100_000);
});

it("rules from before the limit of the day for lists take over the limit of a single list", async () => {
  const { rows } = await api.database.pool.query<{ version: number }>(
    "SELECT max(version) AS version FROM approval_rules",
  );
  const version = (rows[0]?.version ?? 0) + 1;
  const before = { ...NOTHING_WAITS, BULK: { ...NOTHING_WAITS.BULK, overCents: 70_000 } };
  await api.asOwner("INSERT INTO approval_rules (version, rules, set_at) VALUES ($1, $2, now())", [
    version,
    before,
  ]);
  const sql = readFileSync(`${MIGRATIONS_DIR}/20261127120200_day_of_runs/migration.sql`, "utf8");
  await api.asOwner(sql);
  const held = await (await api.as("VIEWER")).approvals.rules();
  expect(held.version).toBe(version + 1);
  expect(held.rules.BULK).toMatchObject({ overCents: 70_000, dayOverCents: 70_000 });
  expect(held.rules.AUTOMATION).toMatchObject({ overCents: null, dayOverCents: null });
});
