import { afterAll, beforeAll, expect, it } from "vitest";
import { addApplication } from "../testing/customers.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const renewal = async (userId: number) => (await api.as("VIEWER")).users.renewal({ userId });

it("returns the newest user that refers to the first one, for each user of the customer", async () => {
  const { id: first } = await api.user();
  const { id: second } = await api.user({ refUser: { connect: { id: first } } });
  const { id: third } = await api.user({ refUser: { connect: { id: first } } });
  const fundedAt = new Date("2026-09-23T18:05:11Z");
  await addApplication(api, third, { stage: "funded", fundedAt, initHighRisk: false });
  await addApplication(api, third, { initHighRisk: true });
  for (const asked of [first, second, third])
    expect(await renewal(asked)).toEqual({ userIdNew: third, hasHighRisk: true, fundedDate: fundedAt });
});

it("returns no date for an unfunded renewal, and no risk before it is assessed", async () => {
  const { id: first } = await api.user();
  const { id } = await api.user({ refUser: { connect: { id: first } } });
  expect(await renewal(first)).toEqual({ userIdNew: id, hasHighRisk: null, fundedDate: null });
  await addApplication(api, id, { initHighRisk: null });
  expect(await renewal(first)).toEqual({ userIdNew: id, hasHighRisk: null, fundedDate: null });
});

it("returns null without a renewal, and rejects an unknown customer", async () => {
  const { id } = await api.user();
  expect(await renewal(id)).toBeNull();
  await expectRefusal(renewal(999_999), "NOT_FOUND", "There is no customer 999999.");
});
