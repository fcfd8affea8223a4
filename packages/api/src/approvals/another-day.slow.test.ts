import { randomUUID } from "node:crypto";
import type { Prisma } from "@countinghouse/db";
import { NOTHING_WAITS, APPROVAL_TEXTS as TEXT } from "@countinghouse/validators/approvals/rules";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approve, expectToWait, look, setRules } from "../testing/approvals.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  lookedAtOrder,
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";
import { addSchedule, toProcess } from "../testing/schedules.ts";

const ALWAYS = { always: true };
const HOURS = 25;

let api: TestApi;
let passed = 0;
beforeAll(async () => {
  ({ api } = await openPayments({
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"],
    passcodes: true,
    fourEyes: true,
  }));
});
beforeEach(async () => {
  withProcessors(api);
  await setRules(api, { MANUAL_POSTING: ALWAYS, PAY_OUT: ALWAYS, COLLECT: ALWAYS, LIFT_BAN: ALWAYS });
});
afterEach(() => {
  api.clock.advance({ hours: -passed });
  passed = 0;
});
afterAll(() => api.close());

const dayPasses = () => {
  api.clock.advance({ hours: HOURS });
  passed += HOURS;
};
const employee = () => api.as("EMPLOYEE");

const manual = ({ userId }: Payable) => record(api, payment(userId, { amountCents: 60_000 }));
const process = async (customer: Payable, days: readonly string[]) => {
  const [row] = await addSchedule(api, customer, days);
  return (await employee()).paymentSchedules.process(toProcess(row));
};

/** The requests are made on 2026-11-20 in New York, and approved the day after. */
describe("without a change, an approval on the next day executes", () => {
  it.each([[[]], [["2026-11-20"]], [["2026-11-21"]], [["2026-11-20", "2026-11-21"]]])(
    "a manual payment of a customer with payments on %j",
    async (days) => {
      const customer = await payableCustomer(api, { owesCents: 100_000 });
      await addSchedule(api, customer, days);
      const shown = await expectToWait(api, manual(customer));
      // The effect shows payment dates as dates, although it replaces the time of the request.
      expect(shown.effect.after?.schedule.map(({ paymentDate }) => paymentDate)).toEqual(days);
      dayPasses();
      expect(await approve(api, shown)).toMatchObject({ state: "DONE" });
    },
  );

  it.each(["2026-11-20", "2026-11-21", "2026-11-24"])("a scheduled payment of %s", async (day) => {
    const customer = await payableCustomer(api, { owesCents: 100_000 });
    const shown = await expectToWait(api, process(customer, [day]));
    dayPasses();
    expect(await approve(api, shown)).toMatchObject({ state: "DONE" });
  });

  it.each(["FUND", "CREDIT", "SALE", "DEBIT"] as const)("%s", async (mode) => {
    const shown = await expectToWait(api, run(api, order(await payableCustomer(api), mode)));
    dayPasses();
    expect(await approve(api, shown)).toMatchObject({ state: "DONE" });
  });

  it("the end of a ban", async () => {
    const { id: userId } = await api.user({ zohoId: "1", doNotFund: true, doNotFundReason: "Defaulted" });
    const input = { requestId: randomUUID(), userId, doNotFund: false as const };
    const shown = await expectToWait(api, (await employee()).doNotFund.clear(input));
    dayPasses();
    expect(await approve(api, shown)).toMatchObject({ state: "DONE" });
  });
});

describe("an approval is void after", () => {
  it("a move of a payment date from the day of the request to the day of the approval", async () => {
    const customer = await payableCustomer(api, { owesCents: 100_000 });
    const [row] = await addSchedule(api, customer, ["2026-11-20"]);
    const shown = await expectToWait(api, manual(customer));
    await (await employee()).paymentSchedules.move({
      requestId: randomUUID(),
      id: row?.id ?? 0,
      version: row?.version ?? 0,
      paymentDate: "2026-11-21",
    });
    dayPasses();
    await expectRefusal(approve(api, shown), "CONFLICT", TEXT.changed);
    expect((await look(api, shown.id)).state).toBe("VOIDED");
  });

  it("a change to another account with the same last digits", async () => {
    const customer = await payableCustomer(api, { owesCents: 100_000 });
    const { userId, accountId } = customer;
    const shown = await expectToWait(api, process(customer, ["2026-11-24"]));
    await api.database.unsafeTransaction(async (tx) => {
      const { id: _id, ...account } = await tx.bankAccount.findUniqueOrThrow({ where: { id: accountId } });
      await tx.bankAccount.update({ where: { id: accountId }, data: { isPrimary: false } });
      await tx.bankAccount.create({ data: { ...account, providerAccountId: randomUUID(), isPrimary: true } });
      await tx.card.updateMany({ where: { userId }, data: { isPrimary: false } });
    });
    await expectRefusal(approve(api, shown), "CONFLICT", /.+/);
    expect((await look(api, shown.id)).state).toBe("VOIDED");
  });

  it("a change of the maker to a role that may not do it", async () => {
    const customer = await payableCustomer(api, { owesCents: 100_000 });
    const shown = await expectToWait(api, record(api, payment(customer.userId), "SUPERADMIN"));
    const { id } = await api.admin("SUPERADMIN");
    const become = (role: "ADMIN" | "SUPERADMIN") =>
      api.database.unsafeTransaction((tx) => tx.admin.update({ where: { id }, data: { role } }));
    await become("ADMIN");
    await expectRefusal(approve(api, shown), "CONFLICT", /^Only .+ can do this\.$/);
    await become("SUPERADMIN");
    expect((await look(api, shown.id)).state).toBe("VOIDED");
  });
});

it("a request never changes its facts, is not approved after its expiry, and stays as it ended", async () => {
  const shown = await expectToWait(api, manual(await payableCustomer(api, { owesCents: 100_000 })));
  const change = (set: string) => api.asOwner(`UPDATE approval SET ${set} WHERE id = $1`, [shown.id]);
  for (const set of [
    "title = ''",
    "amount_cents = 1",
    "reasons = '{}'",
    "expires_at = now() + interval '1 year'",
  ])
    await expect(change(set)).rejects.toThrow("never changes");
  const { id } = await api.admin("ADMIN");
  const late = `state = 'APPROVED', decided_by_id = '${id}', decided_at = expires_at`;
  await expect(change(late)).rejects.toThrow("approval_was_in_time");
  await approve(api, shown);
  await expect(change("payment_id = NULL")).rejects.toThrow("stays as it is");
  await expect(change("message = 'x'")).rejects.toThrow("stays as it is");
  await expect(change("decided_at = now()")).rejects.toThrow("never changes");
});

it("the transaction that executes a request queues the mail to its maker, so a crash loses no mail", async () => {
  const customer = await payableCustomer(api, { owesCents: 100_000 });
  const shown = await expectToWait(api, manual(customer));
  const { id: decidedById } = await api.admin("ADMIN");
  const now = api.clock.now();
  await api.database.unsafeTransaction((tx) =>
    tx.approval.update({
      where: { id: shown.id },
      data: { state: "APPROVED", decidedById, decidedAt: now },
    }),
  );
  const mail = () => ({ where: { dedupeKey: `approval:${shown.id}:outcome` } });
  await api.asOwner(
    "ALTER TABLE outbox_message ADD CONSTRAINT no_mail CHECK (dedupe_key NOT LIKE '%:outcome') NOT VALID",
  );
  await expect(api.services.approvals.run(shown.id)).rejects.toThrow("no_mail");
  await api.asOwner("ALTER TABLE outbox_message DROP CONSTRAINT no_mail");
  expect((await look(api, shown.id)).state).toBe("APPROVED");
  await api.services.approvals.run(shown.id);
  expect((await look(api, shown.id)).state).toBe("DONE");
  expect(await api.database.read.outboxMessage.count(mail())).toBe(1);
});

it("a payment over the ceiling is refused when the rules change during it, and is not recorded without approval", async () => {
  const { userId } = await payableCustomer(api, { owesCents: 3_000_000 });
  await setRules(api, { OVER_CEILING: ALWAYS });
  const input = payment(userId, { amountCents: 1_100_000 });
  const waits = async () => {
    const { rows } = await api.database.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length;
  };
  let pressed: Promise<unknown> = Promise.resolve();
  await api.database.unsafeTransaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM user_balance WHERE user_id = ${userId} FOR UPDATE`;
    pressed = expectRefusal(record(api, input), "CONFLICT", TEXT.rulesChanged);
    await expect.poll(waits).toBe(1);
    const { _max } = await tx.approvalRules.aggregate({ _max: { version: true } });
    const version = (_max.version ?? 0) + 1;
    await tx.approvalRules.create({
      data: { version, rules: NOTHING_WAITS as Prisma.InputJsonObject, setAt: api.clock.now() },
    });
  });
  await pressed;
  expect(await api.database.read.paymentIntent.count({ where: { userId, amountCents: 1_100_000 } })).toBe(0);
});

it("payouts of one admin below the single limit add up to the limit of the day, in every mode", async () => {
  await setRules(api, { PAY_OUT: { overCents: 100_000, dayOverCents: 200_000 } });
  const maker = await employee();
  const pay = async (mode: "FUND" | "CREDIT") =>
    maker.payments.run(await lookedAtOrder(api, order(await payableCustomer(api), mode)));
  await pay("FUND");
  await pay("CREDIT");
  const { approvalId } = await expectRefusal(pay("FUND"), "WAITS", /sent by one admin in a day/);
  // An approved payout is not counted as sent alone, and the next payouts still wait.
  await approve(api, await look(api, String(approvalId)));
  await expectRefusal(pay("CREDIT"), "WAITS", /sent by one admin in a day/);
  // The day ends at midnight in New York, not in UTC. It is 10 a.m. in New York now.
  api.clock.advance({ hours: 13 });
  passed += 13;
  await expectRefusal(pay("CREDIT"), "WAITS", /sent by one admin in a day/);
  api.clock.advance({ hours: 1 });
  passed += 1;
  expect(await pay("CREDIT")).toMatchObject({ state: "SUBMITTED" });
});
