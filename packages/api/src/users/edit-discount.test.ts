import { afterAll, beforeAll, expect, it } from "vitest";
import { edit, editableCustomer } from "../testing/edit-user.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const FUNDED = { stage: "funded", fundedAt: new Date("2026-11-10T15:00:00Z") } as const;
const reason = { manualAdjustmentReason: "Pricing Exception" } as const;

it.each([
  ["more", { discountAmountCents: 499_999 }],
  ["longer", { discountDate: "2027-01-21" }],
])("only a SUPERADMIN can discount a paid-out advance %s", async (_, change) => {
  const { userId } = await editableCustomer(api, FUNDED);
  for (const role of ["EMPLOYEE", "ADMIN"] as const)
    await expectRefusal(
      edit(api, userId, { ...change, ...reason }, role),
      "RULE",
      "Only SUPERADMIN can choose Discount.",
    );
  const allowed = "discountDate" in change ? change : { discountAmountCents: 30_000 };
  await edit(api, userId, { ...allowed, ...reason }, "SUPERADMIN");
});

it("a SUPERADMIN cannot set a discount above the ceiling of manual payments", async () => {
  const { userId } = await editableCustomer(api, FUNDED);
  await expectRefusal(
    edit(api, userId, { discountAmountCents: 1_000_001, ...reason }, "SUPERADMIN"),
    "RULE",
    "of a funded advance, record a Discount in Manual Payment.",
  );
});

it("an EMPLOYEE can lower a discount, and can set any discount before the payout", async () => {
  const { userId } = await editableCustomer(api, FUNDED);
  const less = { discountAmountCents: 10_000, discountDate: "2027-01-19", ...reason };
  await expect(edit(api, userId, less, "EMPLOYEE")).resolves.toBeDefined();
  const open = await editableCustomer(api);
  const more = { discountAmountCents: 30_000, discountDate: "2027-02-01", ...reason };
  await expect(edit(api, open.userId, more, "EMPLOYEE")).resolves.toBeDefined();
});
