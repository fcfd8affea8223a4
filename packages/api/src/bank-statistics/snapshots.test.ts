import { STATISTICS_PAGE_SIZE } from "@countinghouse/validators/bank-statistics/rules";
import { addDays } from "@countinghouse/validators/new-york";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StoredReport } from "../asset-reports/stored.ts";
import { aBankReport, type ReportLine } from "../testing/bank-reports.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const statistics = async () => (await api.as("VIEWER")).bankStatistics;

/** A report that came, kept as the application keeps it. */
async function addReport(userId: number, requestedAt: string, lines: readonly ReportLine[] = []) {
  return api.database.unsafeTransaction((tx) =>
    tx.assetReport.create({
      data: {
        userId,
        state: "READY",
        daysRequested: 720,
        requestedAt: new Date(requestedAt),
        report: StoredReport.encode(aBankReport(lines)),
      },
      select: { id: true },
    }),
  );
}

const addApplication = (userId: number, createdAt: string, fundedAt: string | null = null) =>
  api.database.unsafeTransaction((tx) =>
    tx.application.create({
      data: {
        userId,
        createdAt: new Date(createdAt),
        expiresAt: new Date("2027-01-01T00:00:00Z"),
        fundedAt: fundedAt === null ? null : new Date(fundedAt),
      },
    }),
  );

describe("the snapshots of a customer", () => {
  it("are the reports that came, newest first, called by their New York day, refresh or funding", async () => {
    const { id: userId } = await api.user();
    await addApplication(userId, "2026-09-01T12:00:00Z", "2026-10-02T03:30:00Z");
    // Half past eleven in the evening of the day before, in New York.
    await addReport(userId, "2026-09-02T03:30:00Z");
    await addReport(userId, "2026-10-01T12:00:00Z");
    await addReport(userId, "2026-11-20T04:59:59Z");
    await addReport(userId, "2026-11-20T05:00:00Z");
    const { snapshots, fundedDate } = await (await statistics()).snapshots({ userId });
    expect(snapshots.map(({ label }) => label)).toEqual([
      "720 - (2026-11-20)",
      "720 - (2026-11-19)",
      "Funded (2026-10-01)",
      "2026-09-01",
    ]);
    expect(snapshots.map(({ date, trxRefresh }) => [date, trxRefresh])).toEqual([
      ["2026-11-20", "2026-11-20"],
      ["2026-11-19", "2026-11-19"],
      ["2026-10-01", "2026-10-01"],
      ["2026-09-01", null],
    ]);
    expect(fundedDate).toBe("2026-10-01");
  });

  it("that came only after the funding are not that of the funding", async () => {
    const { id: userId } = await api.user();
    await addApplication(userId, "2026-09-01T12:00:00Z", "2026-09-02T12:00:00Z");
    await addReport(userId, "2026-10-01T12:00:00Z");
    const { snapshots, fundedDate } = await (await statistics()).snapshots({ userId });
    expect(snapshots.map(({ label, fundedDate: of }) => [label, of])).toEqual([["2026-10-01", null]]);
    expect(fundedDate).toBe("2026-09-02");
  });

  it("are none without a report", async () => {
    const { id: userId } = await api.user();
    const found = await (await statistics()).snapshots({ userId });
    expect(found).toMatchObject({ customer: { id: userId }, snapshots: [], fundedDate: null });
  });

  it("who is not there are not to be had", async () => {
    await expectRefusal((await statistics()).snapshots({ userId: 2e9 }), "NOT_FOUND");
  });
});

describe("a snapshot", () => {
  it("has its own numbers, and the newest is meant when none is named", async () => {
    const { id: userId } = await api.user();
    const { id: older } = await addReport(userId, "2026-10-01T12:00:00Z", [["2026-09-30", 700, "LYFT"]]);
    const { id: newer } = await addReport(userId, "2026-11-01T12:00:00Z", [["2026-10-31", 900, "LYFT"]]);
    const revenue = async (snapshotId?: number) => {
      const found = await (await statistics()).get({ userId, snapshotId });
      return [found?.reportId, found?.windows[0]?.flows.businessRevenue.cents];
    };
    expect(await revenue()).toEqual([newer, 900]);
    expect(await revenue(older)).toEqual([older, 700]);
  });

  it("of another customer is none of this one's", async () => {
    const [{ id: userId }, { id: otherId }] = [await api.user(), await api.user()];
    const { id: snapshotId } = await addReport(otherId, "2026-10-01T12:00:00Z");
    const asked = { userId, snapshotId };
    const there = "There is no such snapshot.";
    await expectRefusal((await statistics()).get(asked), "NOT_FOUND", there);
    const transactions = { ...asked, flow: "deposits", period: 30 } as const;
    await expectRefusal((await statistics()).transactions(transactions), "NOT_FOUND", there);
  });

  it("is held against the first report since the application, the linked accounts and the names", async () => {
    const { id: userId } = await api.user({ businessName: "Delgado Cleaning" });
    await addReport(userId, "2026-08-01T12:00:00Z", [["2026-11-01", 1, "BEFORE THE APPLICATION"]]);
    await addApplication(userId, "2026-09-01T12:00:00Z");
    const lines: ReportLine[] = [
      ["2026-11-01", 100, "LYFT"],
      ["2026-11-02", 200, "LYFT"],
    ];
    const { id: first } = await addReport(userId, "2026-09-02T12:00:00Z", lines);
    const { id: later } = await addReport(userId, "2026-10-01T12:00:00Z", lines.slice(0, 1));
    await api.database.unsafeTransaction((tx) =>
      tx.bankLink.create({
        data: {
          userId,
          institutionId: "ins_109508",
          institutionName: "First Platypus Bank",
          accounts: {
            create: [false, true].map((isManuallyAdded, index) => ({
              providerAccountId: `account-${index}`,
              name: "Plaid Checking",
              numberSealed: Buffer.from("sealed"),
              numberIndex: Buffer.from("index"),
              mask: "0259",
              routing: "019991016",
              isManuallyAdded,
            })),
          },
        },
      }),
    );
    const matches = async (snapshotId: number) =>
      (await (await statistics()).get({ userId, snapshotId }))?.matches;
    expect(await matches(first)).toEqual({ transactions: null, assets: { found: 1, of: 1 }, name: null });
    expect(await matches(later)).toMatchObject({ transactions: { found: 1, of: 2 } });
  });
});

describe("the transactions behind a number", () => {
  it("come newest first, a page at a time, and sum to the number to the cent", async () => {
    const { id: userId } = await api.user();
    const lines = Array.from(
      { length: STATISTICS_PAGE_SIZE + 7 },
      (_, age): ReportLine => [addDays("2026-11-20", -Math.floor(age / 2)), 1_003 + age, `SQUARE INC ${age}`],
    );
    await addReport(userId, "2026-11-20T12:00:00Z", [...lines, ["2026-11-20", 5, "ZELLE"]]);
    const asking = await statistics();
    const asked = { userId, flow: "cardIncome", period: 30 } as const;
    const first = await asking.transactions(asked);
    const second = await asking.transactions({ ...asked, page: 2 });
    const figure = (await asking.get({ userId }))?.windows[0]?.flows.cardIncome;
    for (const { cents, count, pages } of [first, second])
      expect({ cents, count, pages }).toEqual({ ...figure, pages: 2 });
    expect([first.transactions.length, second.transactions.length]).toEqual([STATISTICS_PAGE_SIZE, 7]);
    const all = [...first.transactions, ...second.transactions];
    expect(all.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(figure?.cents);
    expect(new Set(all.map(({ id }) => id)).size).toBe(lines.length);
    const dates = all.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(first).toMatchObject({ startDate: "2026-10-22", endDate: "2026-11-20", page: 1 });
    expect(all[0]).toMatchObject({ account: "Plaid Checking", mask: "0259", category: "cardIncome" });
    expect((await asking.transactions({ ...asked, page: 3 })).transactions).toEqual([]);
  });

  it("of the analytics and of an average can be listed too", async () => {
    const { id: userId } = await api.user();
    await addReport(userId, "2026-11-20T12:00:00Z", [
      ["2026-06-01", 300, "LYFT"],
      ["2026-10-31", 600, "LYFT"],
      ["2026-11-20", -80, "SPEEDY CASH"],
    ]);
    const asking = await statistics();
    const payday = await asking.transactions({ userId, flow: "Payday_Loan.outflow", period: 90 });
    expect(payday).toMatchObject({ cents: -80, count: 1, transactions: [{ name: "SPEEDY CASH" }] });
    const months = await asking.transactions({
      userId,
      flow: "businessRevenue",
      period: "avg_monthly_rev_3mean",
    });
    expect(months).toMatchObject({ cents: 600, count: 1, startDate: "2026-08-01", endDate: "2026-10-31" });
  });
});
