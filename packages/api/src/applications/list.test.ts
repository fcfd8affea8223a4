import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addApplication } from "../testing/customers.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
let userId: number;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  ({ id: userId } = await api.user());
});
afterAll(() => api.close());

const viewer = async () => (await api.as("VIEWER")).applications;

const FUNDED = {
  stage: "funded",
  alloyStatus: "Approved",
  approvedAmountCents: 500_000n,
  paybackAmountCents: 650_000n,
  isContractSigned: true,
} as const;

describe("the applications of a customer", () => {
  it("has each application of the customer and of nobody else, newest first, with where it stands", async () => {
    const { id: other } = await api.user();
    await addApplication(api, other);
    const { id: first } = await addApplication(api, userId, {
      ...FUNDED,
      createdAt: api.clock.now(),
      fundedAt: api.clock.now(),
      contractSignedAt: api.clock.now(),
    });
    const { id: second } = await addApplication(api, userId, {
      alloyStatus: "ManualReview",
      isRenewed: true,
    });
    const { customer, applications } = await (await viewer()).list({ userId });
    expect(customer).toEqual({ id: userId, firstname: "Maria", lastname: "Delgado", businessName: "" });
    expect(applications).toMatchObject([
      {
        id: second,
        alloyStatus: "Manual Review",
        isRenewed: true,
        approvedAmountCents: null,
        fundedAt: null,
      },
      {
        id: first,
        createdAt: api.clock.now(),
        stage: "funded",
        alloyStatus: "Approved",
        approvedAmountCents: 500_000,
        paybackAmountCents: 650_000,
        fundedAt: api.clock.now(),
        isContractSigned: true,
      },
    ]);
  });

  it("tells what has expired, which a funded application never does", async () => {
    const past = { expiresAt: api.clock.now(), offerExpiresAt: api.clock.now() };
    const future = { expiresAt: api.clock.in({ hours: 1 }), offerExpiresAt: api.clock.in({ hours: 1 }) };
    await addApplication(api, userId, { ...past, stage: "funded" });
    await addApplication(api, userId, future);
    await addApplication(api, userId, { ...future, offerExpiresAt: api.clock.now() });
    await addApplication(api, userId, past);
    const { applications } = await (await viewer()).list({ userId });
    expect(applications.map(({ expired, offerExpired }) => [expired, offerExpired])).toEqual([
      [true, true],
      [false, true],
      [false, false],
      [false, false],
    ]);
  });

  it("is empty for who has not applied, and refused for who does not exist", async () => {
    expect((await (await viewer()).list({ userId })).applications).toEqual([]);
    await expectRefusal(
      (await viewer()).list({ userId: 2e9 }),
      "NOT_FOUND",
      "There is no customer 2000000000.",
    );
  });
});
