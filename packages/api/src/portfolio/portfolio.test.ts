import { randomUUID } from "node:crypto";
import { addDays } from "@countinghouse/validators/new-york";
import { PAST_DUE_KEYS, ROLL_KEYS, WEEK_PARTS } from "@countinghouse/validators/portfolio/rules";
import type { PortfolioFigure } from "@countinghouse/validators/portfolio/schemas";
import { ROLES } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clearing, paymentPostings, postLedgerTransaction } from "../ledger/post.ts";
import { addPaymentDates } from "../payments/engine/funded-dates.ts";
import { addAdvance } from "../testing/advances.ts";
import { playAllocations } from "../testing/allocation-properties.ts";
import { processorBooks } from "../testing/books.ts";
import { addApplication } from "../testing/customers.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { pastDueOfLedger } from "../testing/past-due.ts";
import { payment, record } from "../testing/payments.ts";
import { addSchedule } from "../testing/schedules.ts";
import { findDriftedSums, foldPortfolio } from "./kept.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const overview = async () => (await api.as("VIEWER")).portfolio.overview();

/** All rows behind a figure, asked for page by page. */
async function readRows(of: PortfolioFigure, limit = 7) {
  const { portfolio } = await api.as("VIEWER");
  const rows = [];
  let cursor: { value: string; key: string } | null = null;
  do {
    const page: Awaited<ReturnType<typeof portfolio.rows>> = await portfolio.rows({ of, cursor, limit });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return rows;
}

const sumCents = (rows: readonly { cents: number }[]) => rows.reduce((sum, { cents }) => sum + cents, 0);

const GIVEN_BACK = {
  lineItemType: "Refund",
  modeOfPayment: "ACH",
  transactionType: "REFUND",
  paymentType: "CREDIT",
} as const;

/** Of an advance of which 6,500 dollars are owed. */
const FUNDED_TERMS = {
  fundedAt: new Date("2026-11-19T15:00:00Z"),
  approvedAmountCents: 500_000n,
  paybackAmountCents: 650_000n,
  paymentAmountCents: 100_000n,
  disbursementAmountCents: 462_550n,
  firstPaymentDate: new Date("2026-12-01"),
};

/** Neither funded nor collected: no money moved. */
const WRITTEN_OFF = {
  lineItemType: "Write Off",
  modeOfPayment: "Discount Credit",
  transactionType: "Other",
} as const;

/** Sums that the books give at once, asked in another way than the overview asks. */
async function books() {
  const { rows } = await api.database.pool.query<
    Record<"owed" | "ledger" | "pastDue" | "paid" | "refunded", string>
  >(
    `SELECT coalesce((SELECT sum(balance_cents) FROM user_balance WHERE balance_cents > 0), 0) AS owed,
      coalesce((SELECT sum(e.amount_cents) FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
        WHERE a.code LIKE 'receivable:%'), 0) AS ledger,
      coalesce((SELECT sum(s.amount_cents - s.paid_cents) FROM payment_schedule s JOIN application a ON a.id = s.application_id
        WHERE a.funded_at IS NOT NULL AND s.payment_date < $1::date), 0) AS "pastDue",
      coalesce((SELECT sum(l.amount_cents) FROM payment_allocation l JOIN payment_schedule s ON s.id = l.schedule_id
        JOIN application a ON a.id = s.application_id LEFT JOIN manual_payment m ON m.intent_id = l.intent_id
        WHERE a.funded_at IS NOT NULL AND m.line_item_type IS DISTINCT FROM 'Adjustment'), 0) AS paid,
      (SELECT sum(e.amount_cents) FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id AND a.user_id IS NOT NULL
        JOIN ledger_transaction t ON t.id = e.transaction_id JOIN manual_payment m ON m.intent_id = t.intent_id
        WHERE m.line_item_type = 'Refund' AND m.description = '') AS refunded`,
    [(await overview()).today],
  );
  const found = rows[0];
  return {
    owed: Number(found?.owed),
    ledger: Number(found?.ledger),
    pastDue: Number(found?.pastDue),
    paid: Number(found?.paid),
    /** By hand, in the random histories. */
    refunded: Number(found?.refunded),
  };
}

describe("after random histories of customers the overview", () => {
  beforeAll(async () => {
    const { broken } = await playAllocations(api, { histories: 20, seed: 7 });
    if (broken.length > 0) throw new Error(broken.join("\n"));
    const { userId } = await addAdvance(api);
    await record(api, payment(userId, { amountCents: 12_345 }), "SUPERADMIN");
    await record(api, payment(userId, { ...GIVEN_BACK, amountCents: 345 }), "SUPERADMIN");
    await record(api, payment(userId, { ...WRITTEN_OFF, amountCents: 700 }), "SUPERADMIN");
    // Instalments begin three days from now: by then all kinds of them are past due.
    api.clock.advance({ seconds: 24 * 3600 * 40 });
  });

  it("keeps sums that are those of the books to the cent, before they are folded and after", async () => {
    expect(await findDriftedSums(api.database.read)).toEqual([]);
    const before = await overview();
    expect(await foldPortfolio(api.services)).toBeGreaterThan(0);
    expect(await findDriftedSums(api.database.read)).toEqual([]);
    expect(await overview()).toEqual(before);
  });

  it("says what the ledger says is owed, and what of it is past due", async () => {
    const { outstanding, pastDue } = await overview();
    const { owed, ledger, pastDue: due } = await books();
    expect(outstanding.owedCents).toBe(owed);
    expect(outstanding.owedCents - outstanding.creditCents).toBe(ledger);
    expect(sumCents(pastDue)).toBe(due);
    expect(due).toBeGreaterThan(0);
    expect(pastDue).toEqual(await pastDueOfLedger(api, (await overview()).today));
  });

  it("has every figure made of its rows, to the cent", async () => {
    const { outstanding, pastDue, weeks, rolls, vintages } = await overview();
    expect(sumCents(await readRows({ figure: "outstanding" }))).toBe(outstanding.owedCents);
    expect(sumCents(await readRows({ figure: "credit" }))).toBe(outstanding.creditCents);
    for (const { bucket, cents, users } of pastDue) {
      const rows = await readRows({ figure: "past-due", bucket });
      expect([bucket, rows.length, sumCents(rows)]).toEqual([bucket, users, cents]);
    }
    for (const week of weeks)
      for (const part of WEEK_PARTS)
        expect(sumCents(await readRows({ figure: "week", week: week.from, part }))).toBe(
          week[`${part}Cents`],
        );
    const whole = (part: "advanced" | "paid" | "returned") =>
      weeks.reduce((sum, week) => sum + week[`${part}Cents`], 0);
    expect([whole("advanced"), whole("paid"), whole("returned")]).toEqual([
      650_000,
      12_345,
      345 + (await books()).refunded,
    ]);
    for (const { step, cents } of rolls)
      expect(sumCents(await readRows({ figure: "roll", step }))).toBe(cents);
    for (const { month, dueCents, paidCents } of vintages) {
      const rows = await readRows({ figure: "vintage", month });
      expect(rows.reduce((sum, { ofCents }) => sum + (ofCents ?? 0), 0)).toBe(dueCents);
      expect(sumCents(rows)).toBe(paidCents.at(-1));
    }
  });

  it("counts all that was paid of instalments in the vintages", async () => {
    const { vintages } = await overview();
    const { paid } = await books();
    expect(vintages.reduce((sum, { paidCents }) => sum + (paidCents.at(-1) ?? 0), 0)).toBe(paid);
    expect(paid).toBeGreaterThan(0);
  });
});

describe("the kept sums follow", () => {
  const drift = () => findDriftedSums(api.database.read);

  /** An advance with two instalments, of which a payment has paid a part. */
  async function advance(fundedAt: Date | null) {
    const { id: userId } = await api.user();
    const { id: applicationId } = await addApplication(api, userId, { stage: "contracted", fundedAt });
    const schedules = await api.database.unsafeTransaction(async (tx) => [
      await tx.paymentSchedule.create({
        data: { userId, applicationId, paymentDate: new Date("2026-10-05"), amountCents: 5_000 },
      }),
      await tx.paymentSchedule.create({
        data: { userId, applicationId, paymentDate: new Date("2026-10-12"), amountCents: 5_000 },
      }),
    ]);
    return { userId, applicationId, schedules };
  }

  it("an instalment that is moved, made larger, or deleted", async () => {
    const { userId, schedules } = await advance(new Date("2026-09-20T15:00:00Z"));
    await record(api, payment(userId, { amountCents: 900 }), "SUPERADMIN");
    const [first, second] = schedules;
    await api.database.unsafeTransaction(async (tx) => {
      await tx.paymentSchedule.update({
        where: { id: first?.id ?? 0 },
        data: { paymentDate: new Date("2026-08-03"), amountCents: 7_000 },
      });
      await tx.paymentSchedule.delete({ where: { id: second?.id ?? 0 } });
    });
    expect(await drift()).toEqual([]);
  });

  it("an advance that is paid out after its instalments were planned, and one that came back", async () => {
    const { applicationId } = await advance(null);
    const fundedAt = async (at: Date | null) => {
      await api.database.unsafeTransaction((tx) =>
        tx.application.update({ where: { id: applicationId }, data: { fundedAt: at } }),
      );
      expect(await drift()).toEqual([]);
    };
    const before = await overview();
    await fundedAt(new Date("2026-11-02T15:00:00Z"));
    const { vintages } = await overview();
    const due = (of: typeof vintages) => of.find(({ month }) => month === "2026-11-01")?.dueCents ?? 0;
    expect(due(vintages) - due(before.vintages)).toBe(10_000);
    await fundedAt(null);
    expect(due((await overview()).vintages)).toBe(due(before.vintages));
  });

  it("and say of what they are not that they have drifted", async () => {
    await api.asOwner("UPDATE portfolio_sum SET cents = cents + 1 WHERE measure = 'due' AND cents > 0");
    expect((await drift()).length).toBeGreaterThan(0);
    await api.asOwner("UPDATE portfolio_sum SET cents = cents - 1 WHERE measure = 'due' AND cents > 1");
    expect(await drift()).toEqual([]);
  });
});

describe("at once", () => {
  const waits = async () => {
    const { rows } = await api.database.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length;
  };

  it("an instalment is moved of an advance that comes back, and each sum is that of the books", async () => {
    const { userId, applicationId } = await addAdvance(api, FUNDED_TERMS);
    const [row] = await addSchedule(api, { userId, applicationId });
    await api.admin("ADMIN");
    let moved: Promise<unknown> = Promise.resolve();
    await api.database.unsafeTransaction(async (tx) => {
      await tx.application.update({ where: { id: applicationId }, data: { fundedAt: null } });
      moved = (await api.as("ADMIN")).paymentSchedules.move({
        requestId: randomUUID(),
        id: row?.id ?? 0,
        version: row?.version ?? 0,
        paymentDate: addDays(row?.paymentDate ?? "", 90),
      });
      await expect.poll(waits).toBe(1);
    });
    await moved;
    expect(await findDriftedSums(api.database.read)).toEqual([]);
  });

  it("a payment is recorded while an advance gets its dates, and they come to what is owed", async () => {
    const { userId, applicationId } = await addAdvance(api, FUNDED_TERMS);
    const { id: intentId } = await api.database.read.paymentIntent.findFirstOrThrow({
      where: { userId, kind: "FUND" },
    });
    for (const state of ["READY", "SENDING", "SUCCEEDED"] as const)
      await api.database.unsafeTransaction((tx) =>
        tx.paymentIntent.update({ where: { id: intentId }, data: { state } }),
      );
    let added: Promise<unknown> = Promise.resolve();
    await api.database.unsafeTransaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM user_balance WHERE user_id = ${userId} FOR UPDATE`;
      const { id } = await tx.paymentIntent.create({
        data: { userId, kind: "MANUAL", paymentType: "DEBIT", businessKey: randomUUID(), amountCents: 5_000 },
      });
      await postLedgerTransaction(
        processorBooks(tx, api),
        { intentId: id, kind: "manual-payment", effectiveOn: new Date("2026-11-20") },
        paymentPostings(userId, "DEBIT", 5_000, clearing("ACH")),
        { paymentId: id, from: "oldest" },
      );
      added = api.database.unsafeTransaction((other) =>
        addPaymentDates(other, { intentId, kind: "FUND", userId, applicationId }, api.clock.now()),
      );
      await expect.poll(waits).toBe(1);
    });
    expect(await added).toBeGreaterThan(0);
    const rows = await api.database.read.paymentSchedule.findMany({ where: { userId } });
    const left = rows.reduce((sum, { amountCents, paidCents }) => sum + Number(amountCents - paidCents), 0);
    const { balanceCents } = await api.database.read.userBalance.findUniqueOrThrow({ where: { userId } });
    expect(left).toBe(Number(balanceCents));
    expect(await findDriftedSums(api.database.read)).toEqual([]);
  });
});

it("several workers fold at once, and nothing is lost", async () => {
  const { id } = await api.user();
  for (let nth = 0; nth < 6; nth++) await record(api, payment(id), "SUPERADMIN");
  const before = await overview();
  await Promise.all(Array.from({ length: 4 }, () => foldPortfolio(api.services)));
  expect(await findDriftedSums(api.database.read)).toEqual([]);
  expect(await overview()).toEqual(before);
  expect(await api.database.read.portfolioChange.count()).toBe(0);
});

it.each(ROLES)("%s may look at it", async (role) => {
  const { portfolio } = await api.as(role);
  const { pastDue, rolls } = await portfolio.overview();
  expect(pastDue.map(({ bucket }) => bucket)).toEqual(PAST_DUE_KEYS);
  expect(rolls.map(({ step }) => step)).toEqual(ROLL_KEYS);
});
