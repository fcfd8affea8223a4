import { randomUUID } from "node:crypto";
import type { AchReturn, AchSettlement } from "@countinghouse/providers/ach/port";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findDriftedBalances } from "../../ledger/balances.ts";
import { processorBooks } from "../../testing/books.ts";
import { JUST_LOOKED } from "../../testing/confirmed.ts";
import { expectRefusal } from "../../testing/expectations.ts";
import type { TestApi } from "../../testing/harness.ts";
import { watchLocks } from "../../testing/lock-order.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../../testing/payable.ts";
import { readBalances } from "../../testing/payments.ts";
import type { TestProcessors } from "../../testing/processors.ts";
import { waitingForLocks } from "../../testing/waiting.ts";
import { lockIntent } from "../engine/intent-row.ts";
import { reversePayment } from "../engine/postings.ts";
import { moveIntent } from "../state.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const ALL = { isDA: true, isOF: true, isDF: true };
const DISBURSEMENT_ONLY = { isDA: true, isOF: false, isDF: false };
const DISBURSED_CENTS = 90_000;

interface Funded extends Payable {
  paymentId: string;
  key: string;
}

/** An advance of nine hundred dollars by bank transfer, for which thirteen hundred are owed. */
async function funded(): Promise<Funded> {
  const customer = await payableCustomer(api, { owesCents: 0 });
  const { paymentId } = await run(api, order(customer, "CREDIT"));
  return { ...customer, paymentId, key: processors.books.at(-1)?.key ?? "" };
}

const giveBack = async ({ userId, applicationId }: Payable, parts = ALL) =>
  (await api.as("EMPLOYEE")).loans.return({ requestId: randomUUID(), userId, applicationId, ...parts });

const pull = () => api.services.payments.pullReports();

const toSettlement = (key: string): AchSettlement => ({
  direction: "credit",
  reference: `auth-${key}`,
  key: null,
  amountCents: DISBURSED_CENTS,
  settledOn: "2026-11-20",
  accountLast4: null,
  raw: {},
});

const toReturn = (key: string): AchReturn => ({
  kind: "returnedAfterSettlement",
  reference: `auth-${key}`,
  key,
  amountCents: DISBURSED_CENTS,
  returnedCents: DISBURSED_CENTS,
  code: "R06",
  addenda: "",
  returnedOn: "2026-11-20",
  accountLast4: null,
  name: "",
  raw: {},
});

/** Returns the balance in cents of each account with entries of the customer's payments, without accounts at zero. */
async function standing({ userId }: Payable): Promise<Record<string, number>> {
  const payments = await api.database.read.paymentIntent.findMany({
    where: { userId },
    select: { id: true },
  });
  const entries = await api.database.read.ledgerEntry.findMany({
    where: { transaction: { intentId: { in: payments.map(({ id }) => id) } } },
    select: { amountCents: true, account: { select: { code: true } } },
  });
  const sums = Map.groupBy(entries, ({ account }) => account.code);
  return Object.fromEntries(
    [...sums]
      .map(([code, lines]) => [code, lines.reduce((sum, line) => sum + Number(line.amountCents), 0)] as const)
      .filter(([, cents]) => cents !== 0),
  );
}

describe("a funding that the bank sent back after staff had returned the loan", () => {
  it("leaves the debt of the other funding, and no report to a person, when one of two without fees was returned entirely", async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    const { applicationId } = customer;
    const cents = BigInt(DISBURSED_CENTS);
    await api.database.unsafeTransaction((tx) =>
      tx.application.update({
        where: { id: applicationId },
        data: { approvedAmountCents: cents, paybackAmountCents: cents, disbursementFeeCents: 0 },
      }),
    );
    await run(api, order(customer, "FUND"));
    const again = { ...JUST_LOOKED, balance: false, funded: true };
    const { paymentId } = await run(api, order(customer, "CREDIT", { confirmed: again }));
    const key = processors.books.at(-1)?.key ?? "";
    await giveBack(customer, DISBURSEMENT_ONLY);
    processors.report({ returns: [toReturn(key)] });
    expect(await pull()).toMatchObject({ applied: 1, problems: 0 });
    const returned = await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id: paymentId } });
    expect(returned.state).toBe("RETURNED");
    expect((await readBalances(api, customer.userId)).ledgerCents).toBe(DISBURSED_CENTS);
    const { _sum } = await api.database.read.paymentSchedule.aggregate({
      where: { applicationId, status: "UNPAID" },
      _sum: { amountCents: true, paidCents: true },
    });
    expect(Number(_sum.amountCents) - Number(_sum.paidCents)).toBe(DISBURSED_CENTS);
  });

  it.each([
    ["in part, before it settled", DISBURSEMENT_ONLY, false],
    ["in part, after it settled", DISBURSEMENT_ONLY, true],
    ["wholly, before it settled", ALL, false],
    ["wholly, after it settled", ALL, true],
  ])(
    "leaves no debt and no amount on any account when the loan was returned %s",
    async (_, parts, isSettled) => {
      const customer = await funded();
      if (isSettled) {
        processors.report({ settlements: [toSettlement(customer.key)] });
        await pull();
      }
      await giveBack(customer, parts);
      processors.report({ settlements: [], returns: [toReturn(customer.key), toReturn(customer.key)] });
      expect(await pull()).toMatchObject({ applied: 1, problems: 0, failed: 0 });
      await pull();
      expect(await standing(customer)).toEqual({});
      expect(await readBalances(api, customer.userId)).toEqual({ ledgerCents: 0, cachedCents: 0 });
      await expectRefusal(giveBack(customer), "RULE", "Only a funded application can be returned.");
    },
  );

  it("is owed once when it is paid out again", async () => {
    const customer = await funded();
    await giveBack(customer, DISBURSEMENT_ONLY);
    processors.report({ settlements: [], returns: [toReturn(customer.key)] });
    await pull();
    expect(await run(api, order(customer, "RECREDIT"))).toMatchObject({ state: "SUBMITTED" });
    expect(await readBalances(api, customer.userId)).toEqual({ ledgerCents: 130_000, cachedCents: 130_000 });
  });
});

describe("an advance that the bank sent back of an application that was paid out twice", () => {
  /** Two advances of one application, the second sent on purpose, with both keys. */
  async function fundedTwice() {
    const customer = await funded();
    const again = order(customer, "RECREDIT", {
      confirmed: { ...JUST_LOOKED, balance: false, funded: true },
    });
    expect(await run(api, again)).toMatchObject({ state: "SUBMITTED" });
    return { ...customer, keys: [customer.key, processors.books.at(-1)?.key ?? ""] as const };
  }
  const sendBack = async (...keys: readonly string[]) => {
    processors.report({ settlements: [], returns: keys.map(toReturn) });
    expect(await pull()).toMatchObject({ applied: keys.length, failed: 0 });
  };
  const readStage = async ({ applicationId: id }: Payable) =>
    (await api.database.read.application.findUniqueOrThrow({ where: { id } })).stage;

  it("leaves the application funded by the other, and a third needs a confirmation", async () => {
    const customer = await fundedTwice();
    await sendBack(customer.keys[0]);
    expect(await readStage(customer)).toBe("funded");
    await expectRefusal(run(api, order(customer, "CREDIT")), "RULE", "The customer already funded on");
    expect(await readBalances(api, customer.userId)).toEqual({ ledgerCents: 130_000, cachedCents: 130_000 });
  });

  it("leaves the application funded when the other one goes through at the same moment", async () => {
    const customer = await funded();
    processors.next("lostBefore");
    const again = order(customer, "RECREDIT", {
      confirmed: { ...JUST_LOOKED, balance: false, funded: true },
    });
    const { paymentId } = await run(api, again);
    processors.report({ settlements: [], returns: [toReturn(customer.key)] });
    const attempt = await api.database.unsafeTransaction(async (tx) => {
      await moveIntent(tx, paymentId, "UNKNOWN", ["SUBMITTED"]);
      const data = { stage: "funded", fundedAt: api.clock.now() } as const;
      await tx.application.update({ where: { id: customer.applicationId }, data });
      const pulled = pull();
      await waitingForLocks(api, 1);
      return { pulled };
    });
    expect(await attempt.pulled).toMatchObject({ applied: 1, failed: 0 });
    expect(await readStage(customer)).toBe("funded");
  });

  it("does not prevent the return of the other by hand", async () => {
    const customer = await fundedTwice();
    await sendBack(customer.keys[1]);
    expect(await giveBack(customer)).toMatchObject({ balanceCents: 30_000 });
  });

  it("leaves the application unfunded once both came back", async () => {
    const customer = await fundedTwice();
    await sendBack(...customer.keys);
    expect(await readStage(customer)).toBe("contracted");
    expect(await standing(customer)).toEqual({});
  });
});

describe("a loan return and the bank's return of the same funding at the same moment", () => {
  it("wait for each other, and the second one is refused with a message", async () => {
    const customer = await funded();
    const effectiveOn = new Date(newYorkDate(api.clock.now()));
    const attempt = await api.database.unsafeTransaction(async (tx) => {
      const intent = await lockIntent(tx, customer.paymentId, { wait: true });
      if (intent === null) throw new Error("There is no funding.");
      await reversePayment(processorBooks(tx, api), intent, "return", effectiveOn);
      const pressed = Promise.allSettled([giveBack(customer)]);
      await waitingForLocks(api, 1);
      return { pressed };
    });
    const [outcome] = await attempt.pressed;
    expect(outcome).toMatchObject({
      status: "rejected",
      reason: { code: "UNPROCESSABLE_CONTENT", message: "This loan was already returned." },
    });
    expect(await standing(customer)).toEqual({});
  });

  it("leave no debt in either order", async () => {
    const customers = [await funded(), await funded(), await funded()];
    processors.report({ settlements: [], returns: customers.map(({ key }) => toReturn(key)) });
    const [pulled, ...pressed] = await Promise.allSettled([
      pull(),
      ...customers.map((customer) => giveBack(customer, DISBURSEMENT_ONLY)),
    ]);
    expect(pulled).toMatchObject({ status: "fulfilled", value: { applied: 3, failed: 0 } });
    const refused = pressed.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    const inWords = expect.objectContaining({ message: "Only a funded application can be returned." });
    expect(refused).toEqual(refused.map(() => inWords));
    for (const customer of customers) expect(await standing(customer)).toEqual({});
    expect(await findDriftedBalances(api.database.read)).toEqual([]);
  });
});

describe("a funding that is sent again while the bank's return is applied", () => {
  it("is sent, and the return is applied, without a deadlock", async () => {
    const customer = await funded();
    processors.report({ settlements: [], returns: [toReturn(customer.key)] });
    const holder = await api.database.pool.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT 1 FROM application WHERE id = $1 FOR UPDATE", [customer.applicationId]);
      const pressed = run(
        api,
        order(customer, "RECREDIT", { confirmed: { ...JUST_LOOKED, balance: false, funded: true } }),
      );
      await waitingForLocks(api, 1);
      const pulled = pull();
      await waitingForLocks(api, 2);
      await holder.query("COMMIT");
      expect(await Promise.allSettled([pressed, pulled])).toMatchObject([
        { status: "fulfilled", value: { state: "SUBMITTED" } },
        { status: "fulfilled", value: { applied: 1, failed: 0 } },
      ]);
    } finally {
      holder.release();
    }
    expect(await readBalances(api, customer.userId)).toEqual({ ledgerCents: 130_000, cachedCents: 130_000 });
  });
});

it("the bank's return of an advance locks the application before the balance", async () => {
  const { key } = await funded();
  const { orders, outOfOrder } = watchLocks(api);
  processors.report({ settlements: [], returns: [toReturn(key)] });
  expect(await pull()).toMatchObject({ applied: 1 });
  expect(outOfOrder).toEqual([]);
  expect(orders).toContain("users, application, user_balance");
});
