import { ROLL_KEYS } from "@countinghouse/validators/portfolio/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { advanceSteps, WHOLE_CENTS } from "../testing/advance-steps.ts";
import { discountedCustomers, PAYOFF_CENTS, TODAY } from "../testing/discounted.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, type Payable, payableCustomer, withProcessors } from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { findDriftedSums } from "./kept.ts";

/** Of an advance $1,300 are to be paid back. */
const PAYBACK_CENTS = 130_000;
const MONTH = `${TODAY.slice(0, 7)}-01`;

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const { borrower, pay: payAtOnce } = discountedCustomers(() => api);
const { renewing, fund, sendAgain, pay, giveBack, sendBack, chargeBack, takeBack } = advanceSteps(
  () => api,
  () => processors,
);

const newCustomer = () => payableCustomer(api, { owesCents: 0 });

/** What the vintage of this month has of a customer, and the money that the ledger has of their payments, in cents. */
async function figures({ userId }: Pick<Payable, "userId">) {
  const { portfolio, loans } = await api.as("VIEWER");
  const { rows } = await portfolio.rows({
    of: { figure: "vintage", month: MONTH },
    cursor: null,
    limit: 100,
  });
  const own = rows.filter((row) => row.userId === userId);
  const { rows: money } = await api.database.pool.query<{ cents: string }>(
    `SELECT coalesce(sum(e.amount_cents), 0) AS cents FROM ledger_entry e
     JOIN ledger_account a ON a.id = e.account_id AND (a.code LIKE 'clearing:%' OR a.code = 'cash:bank')
     JOIN ledger_transaction t ON t.id = e.transaction_id
     JOIN payment_intent i ON i.id = t.intent_id AND i.kind NOT IN ('FUND', 'CREDIT', 'RECREDIT')
     LEFT JOIN manual_payment m ON m.intent_id = i.id
     WHERE i.user_id = $1 AND t.kind <> 'loan-return' AND (i.kind <> 'MANUAL' OR m.mode_of_payment <> 'Discount Credit')`,
    [userId],
  );
  expect(await findDriftedSums(api.database.read)).toEqual([]);
  const last = (await loans.position({ userId })).advance?.curve.at(-1);
  return {
    collected: own.reduce((sum, { cents }) => sum + cents, 0),
    due: own.reduce((sum, { ofCents }) => sum + (ofCents ?? 0), 0),
    money: Number(money[0]?.cents),
    scheduled: last?.scheduledCents,
  };
}

describe("what a vintage has collected is the money the ledger has of it, and neither due nor collected is", () => {
  it("what the early-payment discount has let off, until its payment comes back", async () => {
    const customer = await borrower();
    await payAtOnce(customer, "SALE");
    const key = processors.books.at(-1)?.key ?? "";
    const paid = { collected: PAYOFF_CENTS, due: PAYOFF_CENTS, money: PAYOFF_CENTS, scheduled: PAYOFF_CENTS };
    expect(await figures(customer)).toEqual(paid);
    await chargeBack(key, PAYOFF_CENTS);
    expect(await figures(customer)).toEqual({ collected: 0, due: 100_000, money: 0, scheduled: 100_000 });
  });

  it("what fell away with one of two advances that came back", async () => {
    const customer = await newCustomer();
    await fund(customer);
    const key = await sendAgain(customer, WHOLE_CENTS);
    await pay(customer, 45_000);
    expect(await figures(customer)).toMatchObject({
      collected: 45_000,
      due: 2 * PAYBACK_CENTS,
      money: 45_000,
    });
    await sendBack(key);
    expect(await figures(customer)).toMatchObject({ collected: 45_000, due: PAYBACK_CENTS, money: 45_000 });
  });

  it("what is not sent again of an advance that came back, until it is sent", async () => {
    const customer = await newCustomer();
    await sendBack(await fund(customer));
    await sendAgain(customer, WHOLE_CENTS / 2);
    expect(await figures(customer)).toMatchObject({ collected: 0, due: PAYBACK_CENTS / 2, money: 0 });
    await sendAgain(customer, WHOLE_CENTS / 2);
    expect(await figures(customer)).toMatchObject({ collected: 0, due: PAYBACK_CENTS, money: 0 });
  });

  it("what staff took back of an advance by hand, until it is sent once more", async () => {
    const customer = await newCustomer();
    const key = await fund(customer);
    await takeBack(customer);
    expect(await figures(customer)).toMatchObject({
      collected: 0,
      due: PAYBACK_CENTS - WHOLE_CENTS,
      money: 0,
    });
    await sendBack(key);
    await sendAgain(customer, WHOLE_CENTS);
    expect(await figures(customer)).toMatchObject({ collected: 0, due: PAYBACK_CENTS, money: 0 });
  });

  it("what was adjusted", async () => {
    const customer = await newCustomer();
    await fund(customer);
    const adjusted = {
      lineItemType: "Adjustment",
      modeOfPayment: "Discount Credit",
      transactionType: "Other",
    } as const;
    await record(api, payment(customer.userId, { ...adjusted, amountCents: 700 }), "SUPERADMIN");
    expect(await figures(customer)).toMatchObject({ collected: 0, due: PAYBACK_CENTS - 700, money: 0 });
  });
});

describe("what a vintage has collected is the money the ledger has of it", () => {
  it("once a part of a payment was refunded, and another one charged back", async () => {
    const customer = await newCustomer();
    await fund(customer);
    const { paymentId } = await pay(customer, 45_000);
    const { key } = await pay(customer, 20_000);
    expect(await figures(customer)).toMatchObject({ collected: 65_000, money: 65_000 });
    await giveBack(customer, paymentId, 15_000);
    await chargeBack(key, 20_000);
    expect(await figures(customer)).toMatchObject({ collected: 30_000, due: PAYBACK_CENTS, money: 30_000 });
  });

  it("while the advance that it was paid of is away, and what it pays of others meanwhile is theirs", async () => {
    const customer = await renewing();
    const key = await fund(customer);
    await pay(customer, 45_000);
    await sendBack(key);
    expect(await figures(customer)).toMatchObject({ collected: 20_000, due: 20_000, money: 45_000 });
  });

  it("and what was written off stays due, in the vintage and in the roll rates, where it is named", async () => {
    const customer = await newCustomer();
    await fund(customer);
    await pay(customer, 30_000);
    const written = {
      lineItemType: "Write Off",
      modeOfPayment: "Discount Credit",
      transactionType: "Other",
    } as const;
    await record(api, payment(customer.userId, { ...written, amountCents: 100_000 }), "SUPERADMIN");
    expect(await figures(customer)).toMatchObject({ collected: 30_000, due: PAYBACK_CENTS, money: 30_000 });
    const { portfolio } = await api.as("VIEWER");
    api.clock.advance({ hours: 24 * 120 });
    for (const step of ROLL_KEYS) {
      const { rows } = await portfolio.rows({ of: { figure: "roll", step }, cursor: null, limit: 100 });
      const own = rows.filter((row) => row.userId === customer.userId);
      expect(new Set(own.map(({ what }) => what))).toEqual(new Set(own.length === 0 ? [] : ["Written off"]));
      const figure = (await portfolio.overview()).rolls.find((roll) => roll.step === step);
      expect(rows.reduce((sum, { cents }) => sum + cents, 0)).toBe(figure?.cents);
    }
    const last = ROLL_KEYS.at(-1) ?? ROLL_KEYS[0];
    const { rows } = await portfolio.rows({ of: { figure: "roll", step: last }, cursor: null, limit: 100 });
    expect(rows.filter((row) => row.userId === customer.userId)).not.toEqual([]);
    api.clock.advance({ hours: -24 * 120 });
  });
});

it("a week has not collected what was moved within the house", async () => {
  const { userId } = await payableCustomer(api);
  const collected = async () =>
    (await (await api.as("VIEWER")).portfolio.overview()).weeks.at(-1)?.paidCents ?? 0;
  const before = await collected();
  const settle = (modeOfPayment: "Internal Transfer" | "Wire", amountCents: number) =>
    record(api, payment(userId, { lineItemType: "Settlement", modeOfPayment, amountCents }), "SUPERADMIN");
  await settle("Internal Transfer", 5_000);
  expect(await collected()).toBe(before);
  await settle("Wire", 6_000);
  expect(await collected()).toBe(before + 6_000);
});
