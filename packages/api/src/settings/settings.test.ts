import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RouterInputs } from "../index.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

type Change = RouterInputs["settings"]["set"];

const change = (amountCents: number, version: number): Change => ({
  requestId: randomUUID(),
  name: "manualPaymentCeilingCents",
  amountCents,
  version,
});

const set = async (input: Change) => (await api.as("SUPERADMIN")).settings.set(input);
const read = async () => (await (await api.as("VIEWER")).settings.list())[0];

it("a setting is what it is by itself until a SUPERADMIN sets it, and then says who did and when", async () => {
  expect(await read()).toEqual({
    name: "manualPaymentCeilingCents",
    cents: 1_000_000,
    version: 0,
    waits: false,
    updatedAt: null,
    updatedBy: null,
  });
  expect(await set(change(250_000, 0))).toEqual({
    cents: 250_000,
    version: 1,
    message: "The setting was saved.",
  });
  expect(await read()).toMatchObject({
    cents: 250_000,
    version: 1,
    updatedAt: api.clock.now(),
    updatedBy: "Test SUPERADMIN",
  });
});

it("a setting that somebody else changed meanwhile is not changed", async () => {
  const { version } = (await read()) ?? { version: 0 };
  for (const stale of [version - 1, version + 1])
    await expectRefusal(set(change(100, stale)), "CONFLICT", "Someone else changed this setting.");
  expect(await read()).toMatchObject({ cents: 250_000, version });
});
