import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addApplication, addUserWithSsn } from "../testing/customers.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

const SSN = "501832746";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const get = async (id: number, role: Role = "VIEWER") => (await api.as(role)).users.get({ id });

describe("the user", () => {
  it("is returned with every stored fact", async () => {
    const { id } = await api.user({
      firstname: "Zoë 🦄",
      lastname: "O'Neil",
      email: "zoe@example.com",
      phone: "2125550144",
      dob: new Date("1990-01-31"),
      businessStartDate: new Date("2019-12-01"),
      businessName: "<b>A & B</b>",
      isIncorporated: false,
      doNotFund: true,
      doNotFundReason: "Defaulted",
      overlaps: ["Phone"],
    });
    expect(await get(id)).toMatchObject({
      id,
      firstname: "Zoë 🦄",
      lastname: "O'Neil",
      email: "zoe@example.com",
      phone: "2125550144",
      businessName: "<b>A & B</b>",
      isIncorporated: false,
      separateBusinessAccount: null,
      doNotFund: true,
      doNotFundReason: "Defaulted",
      overlaps: ["Phone"],
      accountAlreadyFunded: false,
      balanceCents: 0,
      application: null,
      primaryCard: null,
      version: 1,
    });
  });

  it("has dates as calendar days, the same in every time zone", async () => {
    const { id } = await api.user({ dob: new Date("1990-01-31"), businessStartDate: new Date("2019-12-01") });
    expect(await get(id, "EMPLOYEE")).toMatchObject({ dob: "1990-01-31", businessStartDate: "2019-12-01" });
    const { id: unknown } = await api.user();
    expect(await get(unknown)).toMatchObject({ dob: null, businessStartDate: null });
  });

  it("shows when the bank account in use received an advance before", async () => {
    const { id } = await api.user({ overlaps: ["Bank Account"] });
    expect(await get(id)).toMatchObject({ accountAlreadyFunded: true });
  });

  it("shows the latest renewal and the user that it renewed", async () => {
    const first = await api.user();
    const renewal = await api.user({ refUser: { connect: { id: first.id } } });
    expect(await get(first.id)).toMatchObject({ refUserId: null, renewalUserId: renewal.id });
    expect(await get(renewal.id)).toMatchObject({ refUserId: first.id, renewalUserId: renewal.id });
  });

  it("is rejected with the number in the message when it does not exist", async () => {
    await expectRefusal(get(2_147_483_647), "NOT_FOUND", "There is no customer 2147483647.");
  });

  it("is readable for every role, and never without signing in", async () => {
    const { id } = await api.user();
    for (const role of ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER", "AUDITOR"] as const) {
      expect(await get(id, role)).toHaveProperty("id", id);
    }
    await expectRefusal(api.visitor().users.get({ id }), "UNAUTHORIZED");
  });
});

describe("the SSN", () => {
  it("is shown in full to a SUPERADMIN, with an audit event that does not contain it", async () => {
    const { id } = await addUserWithSsn(api, SSN);
    expect(await get(id, "SUPERADMIN")).toHaveProperty("ssn", "501-83-2746");
    const event = await lastAuditEvent(api, "users.revealSsn");
    expect(event).toMatchObject({ subjectType: "user", subjectId: String(id), after: { shown: "detail" } });
    const { rows } = await api.database.pool.query(
      "SELECT 1 FROM audit_event e WHERE e::text ~ '501-?83-?2746'",
    );
    expect(rows).toEqual([]);
  });

  it.each(["ADMIN", "EMPLOYEE", "VIEWER", "AUDITOR"] as const)(
    "shows its last four digits to the role %s",
    async (role) => {
      const { id } = await addUserWithSsn(api, SSN);
      const before = await countAuditEvents(api, "users.revealSsn");
      const user = await get(id, role);
      expect(user.ssn).toBe("***-**-2746");
      expect(JSON.stringify(user)).not.toMatch(/501-?83/);
      expect(await countAuditEvents(api, "users.revealSsn")).toBe(before);
    },
  );

  it("is empty when it is unknown, without an audit event", async () => {
    const { id } = await api.user();
    const before = await countAuditEvents(api, "users.revealSsn");
    expect(await get(id, "SUPERADMIN")).toHaveProperty("ssn", "");
    expect(await countAuditEvents(api, "users.revealSsn")).toBe(before);
  });

  it("is returned without any sealed column or index", async () => {
    const { id } = await addUserWithSsn(api, SSN);
    expect(JSON.stringify(Object.keys(await get(id, "SUPERADMIN")))).not.toMatch(/sealed|index|last4/i);
  });
});

describe("the application", () => {
  it("is the newest of the user, with its offers, the optimized one first", async () => {
    const { id } = await api.user();
    const older = await addApplication(api, id, { stage: "declined" });
    const newest = await addApplication(api, id, {
      stage: "offered",
      alloyStatus: "ManualReview",
      approvedAmountCents: 250_000n,
      ofeeRate: "0.0725",
      firstPaymentDate: new Date("2026-12-01"),
    });
    await api.database.unsafeTransaction((tx) =>
      tx.offer.createMany({
        data: [
          { applicationId: older.id, optimized: false, approvedAmountCents: 1n, paybackMultiplier: 1 },
          {
            applicationId: newest.id,
            optimized: false,
            approvedAmountCents: 200_000n,
            paybackMultiplier: 1.2,
          },
          {
            applicationId: newest.id,
            optimized: true,
            approvedAmountCents: 250_000n,
            paybackMultiplier: 1.35,
          },
        ],
      }),
    );
    const { application } = await get(id);
    expect(application).toMatchObject({
      id: newest.id,
      stage: "offered",
      funded: false,
      alloyStatus: "Manual Review",
      approvedAmountCents: 250_000,
      ofeeRate: "0.0725",
      firstPaymentDate: "2026-12-01",
      expired: false,
      offers: [
        { optimized: true, approvedAmountCents: 250_000, paybackMultiplier: 1.35, selected: false },
        { optimized: false, approvedAmountCents: 200_000, paybackMultiplier: 1.2, selected: false },
      ],
    });
  });

  it("expires at its exact time, like its offer, but not once it is funded", async () => {
    const at = { expiresAt: api.clock.now(), offerExpiresAt: api.clock.now() };
    const later = { expiresAt: api.clock.in({ seconds: 1 }), offerExpiresAt: api.clock.in({ seconds: 1 }) };
    const expiry = async (facts: Parameters<typeof addApplication>[2]) => {
      const { id } = await api.user();
      await addApplication(api, id, facts);
      const { application } = await get(id);
      return [application?.expired, application?.offerExpired];
    };
    expect(await expiry({ stage: "offered", ...at })).toEqual([true, true]);
    expect(await expiry({ stage: "offered", ...later })).toEqual([false, false]);
    expect(await expiry({ stage: "funded", ...at })).toEqual([false, false]);
    expect(await expiry({ stage: "offered", ...later, offerExpiresAt: null })).toEqual([false, false]);
  });
});

describe("the page of a user", () => {
  it("lists active bank links first, and reports a lost connection only when every existing link is inactive", async () => {
    const { id } = await api.user();
    expect(await get(id)).toMatchObject({ bankLinks: [], bankLinkLost: false });
    const link = (institutionName: string, isActive: boolean) =>
      api.database.unsafeTransaction((tx) =>
        tx.bankLink.create({ data: { userId: id, institutionId: "ins_1", institutionName, isActive } }),
      );
    await link("Old Bank", false);
    expect(await get(id)).toMatchObject({ bankLinkLost: true });
    await link("New Bank", true);
    expect(await get(id)).toMatchObject({
      bankLinkLost: false,
      bankLinks: [
        { institutionName: "New Bank", bankStatus: "HEALTHY", isActive: true },
        { institutionName: "Old Bank", bankStatus: "HEALTHY", isActive: false },
      ],
    });
  });

  it("shows the last four digits and the expiry of the primary card only", async () => {
    const { id } = await api.user();
    const card = (last4: string, isPrimary: boolean) => ({
      userId: id,
      tokenSealed: Buffer.from("sealed-token"),
      tokenIndex: Buffer.from("index"),
      last4,
      expiry: "0129",
      cardName: "M DELGADO",
      isPrimary,
    });
    await api.database.unsafeTransaction((tx) =>
      tx.card.createMany({ data: [card("1111", false), card("4242", true)] }),
    );
    expect(await get(id)).toHaveProperty("primaryCard", { last4: "4242", expiry: "0129" });
  });
});
