import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, payableCustomer } from "../testing/payable.ts";
import { keepsPlan, readAsked } from "../testing/plans.ts";
import { readPayers } from "./payer-facts.ts";

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["VIEWER"] }));
});
afterAll(() => api.close());

it("what is known of one payer is asked by statements that are planned once, and not for each payment", async () => {
  const { userId } = await payableCustomer(api);
  const asked = await readAsked(api.ctx(await api.admin("VIEWER")), async (ctx) => {
    expect(await readPayers(ctx.db, [userId], ctx.now())).toMatchObject([{ userId, isKnown: true }]);
  });
  for (const statement of asked) expect(await keepsPlan(api, statement)).toBe(true);
  expect(asked.length).toBeGreaterThan(1);
});

it("a payer alone is known as one of a list", async () => {
  const [one, other] = [await payableCustomer(api), await payableCustomer(api)].map(({ userId }) => userId);
  const ids = [one ?? 0, 2_000_000_000, other ?? 0];
  const { db, now } = api.ctx(await api.admin("VIEWER"));
  const at = now();
  const alone = await Promise.all(ids.map((userId) => readPayers(db, [userId], at)));
  expect(await readPayers(db, ids, at)).toEqual(alone.flat());
});
