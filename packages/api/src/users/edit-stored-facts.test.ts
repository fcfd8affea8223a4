import { afterAll, beforeAll, expect, it } from "vitest";
import { edit, editableCustomer } from "../testing/edit-user.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const raise = { approvedAmountCents: 550_000, manualAdjustmentReason: "Customer Request" } as const;

it("an amount above a lowered limit can stay while another field changes", async () => {
  const { userId } = await editableCustomer(api);
  await edit(api, userId, { ...raise, approvedAmountCents: 1_000_000 });
  api.services.maximumOfferLimitCents = 500_000;
  try {
    const again = { approvedAmountCents: 1_000_000, city: "Brooklyn" };
    expect(await edit(api, userId, again)).toMatchObject({ message: "User updated successfully!" });
  } finally {
    api.services.maximumOfferLimitCents = 1_000_000;
  }
});

it("an empty e-mail address and an empty phone are rejected", async () => {
  const { userId } = await editableCustomer(api);
  await expectRefusal(edit(api, userId, { email: "" }), "RULE", "Please Input Email!");
  await expectRefusal(edit(api, userId, { phone: "" }), "RULE", "Please Input Phone!");
});
