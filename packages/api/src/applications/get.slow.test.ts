import { randomUUID } from "node:crypto";
import { ROLES } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addApplication, addUserWithSsn } from "../testing/customers.ts";
import { countAuditEvents, expectRefusal } from "../testing/expectations.ts";
import { addFile, type FolderStorage, withFolderStorage } from "../testing/files.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
let storage: FolderStorage;
let userId: number;
beforeAll(async () => {
  api = await createTestApi();
  storage = withFolderStorage(api);
});
beforeEach(async () => {
  ({ id: userId } = await api.user());
});
afterAll(() => api.close());

const viewer = async () => (await api.as("VIEWER")).applications;

const TERMS = {
  stage: "funded",
  alloyStatus: "Approved",
  originalApprovedAmountCents: 505_000n,
  approvedAmountCents: 500_000n,
  paybackAmountCents: 650_000n,
  paymentAmountCents: 65_000n,
  discountAmountCents: 75_000n,
  ofeeRate: "0.0725",
  termsCalculation: "10 weekly payments",
  fundsDispersedOption: "instantBankTransfer",
  disbursementFeeCents: 1_200n,
  disbursementAmountCents: 462_550n,
  firstPaymentDate: new Date("2026-09-30"),
  discountDate: new Date("2026-10-28"),
  lastPaymentDate: new Date("2026-12-02"),
  isContractSigned: true,
} as const;

describe("one application", () => {
  it("tells what was approved, kept as fees and paid out, and how it is paid back", async () => {
    const { id } = await addApplication(api, userId, { ...TERMS, fundedAt: api.clock.now() });
    await api.database.unsafeTransaction((tx) =>
      tx.paymentSchedule.createMany({
        data: [
          { userId, applicationId: id, paymentDate: new Date("2026-10-07"), amountCents: 65_000n },
          {
            userId,
            applicationId: id,
            paymentDate: new Date("2026-09-30"),
            amountCents: 65_000n,
            paidCents: 65_000n,
            status: "PAID",
          },
        ],
      }),
    );
    const { funding } = await (await viewer()).get({ id });
    expect(funding).toEqual({
      fundedAt: api.clock.now(),
      originalApprovedAmountCents: 505_000,
      approvedAmountCents: 500_000,
      paybackAmountCents: 650_000,
      paymentAmountCents: 65_000,
      discountAmountCents: 75_000,
      ofeeRate: "0.0725",
      ofeeCents: 36_250,
      disbursementFeeCents: 1_200,
      disbursementAmountCents: 462_550,
      fundsDispersedOption: "instantBankTransfer",
      termsCalculation: "10 weekly payments",
      firstPaymentDate: "2026-09-30",
      discountDate: "2026-10-28",
      lastPaymentDate: "2026-12-02",
      schedule: {
        payments: 2,
        paid: 1,
        totalCents: 130_000,
        paidCents: 65_000,
        nextDate: "2026-10-07",
        nextAmountCents: 65_000,
      },
      bankAccounts: [],
      decisions: [],
    });
  });

  it("that was approved and not paid out yet has its fee by the rate; without an amount it has none", async () => {
    const { disbursementAmountCents: _none, ...offered } = TERMS;
    const { id } = await addApplication(api, userId, { ...offered, stage: "offered" });
    expect((await (await viewer()).get({ id })).funding).toMatchObject({
      ofeeCents: 36_250,
      disbursementAmountCents: null,
    });
    const { id: begun } = await addApplication(api, userId);
    expect((await (await viewer()).get({ id: begun })).funding).toMatchObject({
      ofeeCents: null,
      approvedAmountCents: null,
      schedule: { payments: 0, nextDate: null },
    });
  });

  it("tells who applied, from where, and with which business", async () => {
    const { id: other } = await api.user({
      email: "ada@example.com",
      phone: "2125550144",
      dob: new Date("1988-02-29"),
      occupation: "Driver",
      currentAddress: "41 Mott St",
      city: "New York",
      state: "NY",
      zipcode: "10013",
      businessName: "Delgado Catering LLC",
      businessStartDate: new Date("2019-04-30"),
      isIncorporated: true,
    });
    const { id } = await addApplication(api, other, { alloyStatus: "ManualReview" });
    const application = await (await api.as("EMPLOYEE")).applications.get({ id });
    expect(application).toMatchObject({
      id,
      userId: other,
      general: {
        firstname: "Maria",
        lastname: "Delgado",
        email: "ada@example.com",
        phone: "2125550144",
        dob: "1988-02-29",
        occupation: "Driver",
        ssn: "",
        stage: "started",
        alloyStatus: "Manual Review",
        expired: false,
        offerExpired: false,
      },
      address: { currentAddress: "41 Mott St", city: "New York", state: "NY", zipcode: "10013" },
      business: {
        businessName: "Delgado Catering LLC",
        businessStartDate: "2019-04-30",
        isIncorporated: true,
        separateBusinessAccount: null,
      },
    });
  });

  it.each(ROLES)(
    "shows of the SSN the last four digits alone, and opens nothing, for the role %s",
    async (role) => {
      const { id: other } = await addUserWithSsn(api, "123456789");
      const { id } = await addApplication(api, other);
      const before = await countAuditEvents(api, "users.revealSsn");
      const { general } = await (await api.as(role)).applications.get({ id });
      expect(general.ssn).toBe("***-**-6789");
      expect(await countAuditEvents(api, "users.revealSsn")).toBe(before);
    },
  );

  it("has of the card the last four digits and the expiry, and nothing else", async () => {
    const { id } = await addApplication(api, userId);
    await api.database.unsafeTransaction((tx) =>
      tx.card.create({
        data: {
          userId,
          tokenSealed: Buffer.from("sealed"),
          tokenIndex: Buffer.from("index"),
          last4: "4242",
          expiry: "0928",
          cardName: "Maria Delgado",
          isPrimary: true,
        },
      }),
    );
    const { contract } = await (await viewer()).get({ id });
    expect(contract.card).toEqual({ last4: "4242", expiry: "0928" });
  });

  it("has its decisions, the latest first, with where to read on, and none of another application", async () => {
    const { id } = await addApplication(api, userId);
    const { id: later } = await addApplication(api, userId);
    const decided = (applicationId: number, flowType: string, createdAt: Date) => ({
      userId,
      applicationId,
      flowType,
      createdAt,
      outcome: "Approved",
      decisionUrl: `https://alloy.example/${flowType}`,
    });
    await api.database.unsafeTransaction((tx) =>
      tx.decision.createMany({
        data: [
          decided(id, "first", api.clock.now()),
          decided(id, "second", api.clock.in({ hours: 1 })),
          decided(later, "other", api.clock.in({ hours: 2 })),
        ],
      }),
    );
    const { funding } = await (await viewer()).get({ id });
    expect(funding.decisions).toMatchObject([
      { flowType: "second", outcome: "Approved", decisionUrl: "https://alloy.example/second" },
      { flowType: "first" },
    ]);
  });

  it("has its contracts, the latest first, and none of its other files, and tells no key", async () => {
    const { id: applicationId } = await addApplication(api, userId, TERMS);
    const contract = await addFile(api, storage, userId, { applicationId });
    api.clock.advance({ minutes: 1 });
    const again = await addFile(api, storage, userId, { applicationId, name: "again.pdf" });
    await addFile(api, storage, userId, { applicationId, type: "consent" });
    await addFile(api, storage, userId);
    const application = await (await viewer()).get({ id: applicationId });
    expect(application.contract.files.map(({ id }) => id)).toEqual([again.id, contract.id]);
    expect(JSON.stringify(application)).not.toContain(contract.objectKey);
  });

  it("has the links to its contracts: by whom they were made, whether they work, when they were opened", async () => {
    const { id: applicationId } = await addApplication(api, userId, TERMS);
    const { id: fileId } = await addFile(api, storage, userId, { applicationId });
    const { createContractLink } = (await api.as("EMPLOYEE")).applications;
    const link = () => createContractLink({ requestId: randomUUID(), fileId });
    const expired = await link();
    api.clock.advance({ hours: 7 * 24 });
    const revoked = await link();
    api.clock.advance({ minutes: 1 });
    const live = await link();
    await (await api.as("ADMIN")).applications.revokeContractLink({
      requestId: randomUUID(),
      linkId: revoked.linkId,
    });
    await api.database.unsafeTransaction((tx) =>
      tx.contractLinkOpening.createMany({
        data: Array.from({ length: 60 }, (_, minutes) => ({
          linkId: live.linkId,
          openedAt: api.clock.in({ minutes }),
          ip: "203.0.113.7",
          userAgent: "Mail",
        })),
      }),
    );
    const { contract } = await (await viewer()).get({ id: applicationId });
    expect(contract.links).toMatchObject([
      {
        id: live.linkId,
        fileId,
        createdBy: "Test EMPLOYEE",
        state: "live",
        revokedBy: null,
        openingCount: 60,
      },
      { id: revoked.linkId, state: "revoked", revokedBy: "Test ADMIN", openingCount: 0, openings: [] },
      { id: expired.linkId, state: "expired", revokedAt: null },
    ]);
    const openings = contract.links[0]?.openings ?? [];
    expect(openings).toHaveLength(50);
    expect(openings[0]).toMatchObject({ openedAt: api.clock.in({ minutes: 59 }), ip: "203.0.113.7" });
    expect(JSON.stringify(contract)).not.toContain(live.path.split(".").at(-1));
  });

  it("is refused when there is none", async () => {
    await expectRefusal(
      (await viewer()).get({ id: 2e9 }),
      "NOT_FOUND",
      "There is no application 2000000000.",
    );
  });
});
