import { randomUUID } from "node:crypto";
import { formatNewYork } from "@countinghouse/validators/new-york";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StoredReport } from "../asset-reports/stored.ts";
import { aBankReport, type ReportLine } from "../testing/bank-reports.ts";
import { addUserWithSsn } from "../testing/customers.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { parseCsv } from "../testing/parse-csv.ts";
import { payment, record } from "../testing/payments.ts";

const SSN = "123456789";
const NOBODY = 2_000_000_000;

let api: TestApi;
/** Has everything that collections are told. */
let whole: number;
/** Has a name and nothing else. */
let bare: number;
beforeAll(async () => {
  api = await createTestApi();
  ({ id: whole } = await addUserWithSsn(api, SSN, {
    firstname: "Denise",
    lastname: "Coleman",
    email: "denise.coleman@example.com",
    businessName: '=HYPERLINK("http://x")',
    businessType: "LLC",
    companyName: "Coleman Cabs LLC",
    phone: "2125550144",
    currentAddress: "41 Mott St",
    city: "New York",
    state: "NY",
    zipcode: "02134",
    dob: new Date("1984-02-03"),
  }));
  ({ id: bare } = await api.user());
  await addReport(whole, [
    ["2026-08-20", 99_999, "ACH CREDIT UBER EDI PAYMNT"],
    ["2026-11-01", 120_000, "ACH CREDIT UBER EDI PAYMNT"],
    ["2026-11-02", 5_000, "CASH APP*CASH OUT"],
    ["2026-11-03", 35_050, "SQUARE INC SDV-VRFY SETTLEMENT"],
    ["2026-11-04", 7_000, "VENMO CASHOUT"],
    ["2026-11-05", 110_010, "STRIPE SDV-VRFY SETTLEMENT"],
    ["2026-11-06", 500_000, "ACH CREDIT ONDECK CAPITAL FUNDING"],
    ["2026-11-19", -2_000, "SHELL OIL"],
    ["2026-11-20", 1_500, "IRS TREAS 310 TAX REF"],
  ]);
  await record(api, payment(whole, { amountCents: 41_250 }), "SUPERADMIN");
  await orderPayment(whole);
});
afterAll(() => api.close());

async function addReport(userId: number, lines: readonly ReportLine[]): Promise<void> {
  const report = StoredReport.encode(aBankReport(lines));
  await api.database.unsafeTransaction((tx) =>
    tx.assetReport.create({
      data: {
        userId,
        state: "READY",
        daysRequested: 720,
        requestedAt: new Date("2026-11-20T15:00:00Z"),
        report,
      },
    }),
  );
}

/** A payment that is not made yet. */
const orderPayment = (userId: number) =>
  api.database.unsafeTransaction((tx) =>
    tx.paymentIntent.create({
      data: { userId, kind: "SALE", paymentType: "DEBIT", businessKey: "test:1", amountCents: 99_900n },
    }),
  );

const list = async (userIds: string, role: Role = "EMPLOYEE") =>
  (await api.as(role)).collections.list({ userIds });

describe("the list of users for collections", () => {
  it("has all that is told of a user, in the order of the pasted ids, each once", async () => {
    const { users } = await list(`${bare},${whole} ${bare}-2\n${whole}_renewal`);
    expect(users.map(({ userId }) => userId)).toEqual([bare, whole]);
    expect(users[1]).toEqual({
      userId: whole,
      email: "denise.coleman@example.com",
      name: "Denise Coleman",
      businessName: '=HYPERLINK("http://x")',
      businessType: "LLC",
      companyName: "Coleman Cabs LLC",
      contact: "2125550144",
      currentAddress: "41 Mott St",
      city: "New York",
      state: "NY",
      dob: "1984-02-03",
      ssn: "***-**-6789",
      zipcode: "02134",
      transactionAmountCents: 41_250,
      transactionDate: api.clock.now(),
      contract: null,
    });
    expect(users[0]).toMatchObject({ email: "", dob: null, ssn: "", transactionAmountCents: null });
  });

  it("names the ids that are nobody's instead of dropping them", async () => {
    expect((await list(`${NOBODY} ${whole} 1999999999`)).missingIds).toEqual([NOBODY, 1_999_999_999]);
  });

  it("refuses what is no id by its name, and an empty list", async () => {
    await expect(list(`${whole}, 12ab`)).rejects.toThrow("Invalid User ID: 12ab");
    await expect(list(" , ")).rejects.toThrow("Please enter valid user IDs");
    await expect(list("1 ".repeat(2_001))).rejects.toThrow("Use at most 4,000 characters.");
  });

  it("keeps who looked at whom, and masks the SSN but for the last four for every role", async () => {
    await list(`${whole} ${NOBODY}`, "EMPLOYEE");
    const { id } = await api.admin("EMPLOYEE");
    expect(await lastAuditEvent(api, "collections.list")).toMatchObject({
      actor: `admin:${id}`,
      after: { users: 1, userIds: [whole] },
    });
    for (const role of ["SUPERADMIN", "EMPLOYEE"] as const)
      expect((await list(String(whole), role)).users[0]?.ssn).toBe("***-**-6789");
    const requestId = randomUUID();
    const csv = await (await api.as("SUPERADMIN")).collections.exportCsv({ requestId, userIds: [whole] });
    expect(Buffer.from(csv.base64, "base64").toString()).toContain("***-**-6789");
  });

  it("ends for one who looks at too many customers in an hour, and for nobody else", async () => {
    api.services.readingBudget = { customers: 1, reveals: 1 };
    await list(String(whole), "ADMIN");
    const admin = await api.as("ADMIN");
    const requestId = randomUUID();
    await expectRefusal(list(String(bare), "ADMIN"), "LIMITED");
    await expectRefusal(admin.collections.bankData({ userIds: String(bare) }), "LIMITED");
    await expectRefusal(admin.collections.exportCsv({ requestId, userIds: [bare] }), "LIMITED");
    await expectRefusal(admin.collections.zip({ requestId, type: "user", userIds: [bare] }), "LIMITED");
    delete api.services.readingBudget;
    expect((await list(String(whole))).users).toHaveLength(1);
  });
});

describe("the bank data of users for collections", () => {
  const bankData = async (userIds: string) => (await api.as("VIEWER")).collections.bankData({ userIds });

  it("has the income of the last 90 days, and how much of it came through whom; loans are none", async () => {
    expect(await bankData(`${whole} ${bare}`)).toEqual([
      {
        userId: whole,
        income: {
          cashAppSquareCents: 40_050,
          paypalVenmoCents: 7_000,
          stripeCents: 110_010,
          rideDeliveryCents: 120_000,
          generalIncomeCents: 278_560,
        },
        assetReports: { ready: 1, pending: 0 },
        assetReportName: `${whole}_asset-report-2026-11-20.pdf`,
      },
    ]);
  });

  it("agrees with the bank statistics to the cent", async () => {
    const statistics = await (await api.as("VIEWER")).bankStatistics.transactions({
      userId: whole,
      snapshotId: null,
      flow: "income",
      period: 90,
      page: 1,
    });
    expect((await bankData(String(whole)))[0]?.income?.generalIncomeCents).toBe(statistics.cents);
  });

  it("is there of every other user where the report of one can not be received", async () => {
    const { id: userId } = await api.user();
    const requestedAt = new Date("2026-11-20T15:00:00Z");
    await api.database.unsafeTransaction((tx) =>
      tx.assetReport.create({
        data: { userId, daysRequested: 90, requestedAt, tokenSealed: new Uint8Array(1) },
      }),
    );
    expect(await bankData(`${userId} ${whole}`)).toMatchObject([
      { userId: whole, income: { generalIncomeCents: 278_560 } },
      { userId, income: null, assetReports: { ready: 0, pending: 1 } },
    ]);
  });
});

describe("the table as CSV", () => {
  const exported = async (userIds: number[]) =>
    (await api.as("EMPLOYEE")).collections.exportCsv({ userIds, requestId: randomUUID() });

  it("has every field of the users, in their order, and nothing that a spreadsheet would run", async () => {
    const { fileName, base64, rows } = await exported([bare, whole, NOBODY, bare]);
    expect([fileName, rows]).toEqual(["collection-exports.csv", 2]);
    const [head, first, second] = parseCsv(Buffer.from(base64, "base64"));
    expect(head?.slice(0, 4)).toEqual(["user_id", "email", "name", "businessName"]);
    expect(first?.slice(0, 3)).toEqual([String(bare), "", "Maria Delgado"]);
    expect(second).toEqual([
      String(whole),
      "denise.coleman@example.com",
      "Denise Coleman",
      '\'=HYPERLINK("http://x")',
      "LLC",
      "Coleman Cabs LLC",
      "2125550144",
      "41 Mott St",
      "New York",
      "NY",
      "1984-02-03",
      "***-**-6789",
      "02134",
      "412.50",
      formatNewYork(api.clock.now(), "dateTime"),
      "400.50",
      "70.00",
      "1100.10",
      "1200.00",
      "2785.60",
      "",
      `${whole}_asset-report-2026-11-20.pdf`,
    ]);
  });

  it("is refused when none of the users exists", async () => {
    await expectRefusal(exported([NOBODY]), "RULE", "There are no such users.");
  });
});
