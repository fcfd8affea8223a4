import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { plantItems } from "../testing/people-at-work.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const KIND = "FAILED_MESSAGE";
const set = async (days: number, version: number) =>
  (await api.as("SUPERADMIN")).work.setTarget({ kind: KIND, days, version, requestId: randomUUID() });
const read = async () => (await (await api.as("VIEWER")).work.targets()).find(({ kind }) => kind === KIND);

it("the time of a kind is its own until a SUPERADMIN sets it, and then decides when an item is due", async () => {
  await plantItems(api, 1);
  const due = async () => (await (await api.as("VIEWER")).work.list({ kind: KIND })).items[0]?.dueOn;
  expect(await read()).toMatchObject({ days: 1, version: 0, updatedBy: null });
  const before = await due();
  expect(await set(0, 0)).toEqual({ kind: KIND, days: 0, version: 1 });
  expect(await read()).toMatchObject({ days: 0, version: 1, updatedBy: "Test SUPERADMIN" });
  expect((await due()) ?? "").not.toBe(before);
});

it("is refused over another admin's change, and beyond sixty days", async () => {
  const { version } = (await read()) ?? { version: 0 };
  await expectRefusal(set(3, version + 1), "CONFLICT", "Someone else changed this target.");
  await expect(set(61, version)).rejects.toThrow("whole number of banking days");
});
