import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { USER_FLAGS, type UserFlag } from "@countinghouse/validators/user-flags/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addApplication } from "../testing/customers.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** A customer for whom every flag has an effect. */
async function aCustomer(): Promise<number> {
  const { id } = await api.user({
    bankLinks: { create: { institutionId: "ins_1", institutionName: "First Bank" } },
  });
  await addApplication(api, id);
  return id;
}

const switched = (userId: number, flag: UserFlag, on: boolean, version = 1) => ({
  requestId: randomUUID(),
  userId,
  version,
  flag,
  on,
});

const setFlag = async (input: ReturnType<typeof switched>, role: Role = "EMPLOYEE") =>
  (await api.as(role)).users.setFlag(input);

const readUser = (id: number) => api.database.read.user.findUniqueOrThrow({ where: { id } });

describe("switching a flag", () => {
  it.each(USER_FLAGS)("turns %s on and off again, and changes nothing else", async (flag) => {
    const userId = await aCustomer();
    const { updatedAt: _, version: __, ...before } = await readUser(userId);
    expect(await setFlag(switched(userId, flag, true))).toEqual({ version: 2 });
    expect(await readUser(userId)).toMatchObject({ ...before, [flag]: true, version: 2 });
    await setFlag(switched(userId, flag, false, 2));
    expect(await readUser(userId)).toMatchObject({ ...before, [flag]: false, version: 3 });
  });

  it("is rejected when it would have no effect: no bank link, no application", async () => {
    const { id: userId } = await api.user();
    await expectRefusal(
      setFlag(switched(userId, "showReconnectButton", true)),
      "RULE",
      "User has no Plaid Accounts, Re-connect Bank Account button will not be shown.",
    );
    await expectRefusal(setFlag(switched(userId, "showResignContractButton", true)), "RULE");
    expect((await readUser(userId)).version).toBe(1);
  });

  it.each([
    ["expiresAt", "Latest Application has expired. Please ask the user to start a new application."],
    ["offerExpiresAt", "Latest Offer has expired. Please ask the user to create a new offer."],
  ])("is rejected for signing again once %s of the newest application has passed", async (field, message) => {
    const userId = await aCustomer();
    await addApplication(api, userId, { [field]: api.clock.now() });
    await expectRefusal(setFlag(switched(userId, "showResignContractButton", true)), "RULE", message);
    await addApplication(api, userId, { [field]: api.clock.now(), stage: "funded" });
    await setFlag(switched(userId, "showResignContractButton", true));
  });

  it("succeeds once for two admins who read the same version", async () => {
    const userId = await aCustomer();
    const calls = (["runPaymentAutomation", "showReconnectButton"] as const).map((flag, index) =>
      setFlag(switched(userId, flag, index === 1), index === 0 ? "EMPLOYEE" : "ADMIN"),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expectRefusal(
      setFlag(switched(userId, "runPaymentAutomation", false)),
      "CONFLICT",
      "Someone else changed this customer. Reload and try again.",
    );
  });

  it("is refused for a customer who does not exist", async () => {
    const userId = await aCustomer();
    const input = switched(userId, "runPaymentAutomation", false);
    await expectRefusal(setFlag({ ...input, userId: 999_999 }), "NOT_FOUND", "There is no customer 999999.");
    expect((await readUser(userId)).runPaymentAutomation).toBe(true);
  });
});

describe("external payment", () => {
  const placed = (userId: number, version = 1, external = { isExternal: true, externalAgency: "Atlas" }) => ({
    requestId: randomUUID(),
    userId,
    version,
    external,
  });
  const place = async (input: ReturnType<typeof placed>) =>
    (await api.as("EMPLOYEE")).users.setExternalPayment(input);

  it("places the customer with an agency and takes the customer back", async () => {
    const { id: userId } = await api.user();
    expect(await place(placed(userId))).toEqual({
      version: 2,
      message: "Updated external payment detail successfully",
    });
    expect(await readUser(userId)).toMatchObject({ isExternal: true, externalAgency: "Atlas" });
    await place(placed(userId, 2, { isExternal: false, externalAgency: "Atlas" }));
    expect(await readUser(userId)).toMatchObject({ isExternal: false, externalAgency: "", version: 3 });
  });

  it("needs the name of the agency", async () => {
    const { id: userId } = await api.user();
    const call = place(placed(userId, 1, { isExternal: true, externalAgency: " " }));
    await expect(call).rejects.toThrow("Please Input External Agency Name!");
    expect((await readUser(userId)).isExternal).toBe(false);
  });

  it("is rejected for an older version and for an unknown customer", async () => {
    const { id: userId } = await api.user();
    await place(placed(userId));
    await expectRefusal(place(placed(userId)), "CONFLICT", /Someone else changed this customer/);
    await expectRefusal(place(placed(999_999)), "NOT_FOUND");
  });
});
