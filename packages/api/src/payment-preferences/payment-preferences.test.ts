import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RouterInputs } from "../index.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const BY_BANK = {
  useBank: true,
  bankNumber: "6789",
  useBankUntil: "2027-05-20",
  useCard: false,
  cardNumber: null,
  useCardUntil: null,
};

const NEITHER = { ...BY_BANK, useBank: false, bankNumber: null, useBankUntil: null };

type Preference = RouterInputs["paymentPreferences"]["set"]["preference"];

async function asked(changes: Partial<Preference> = {}) {
  const { id: userId } = await api.user();
  return { requestId: randomUUID(), userId, version: 0, preference: { ...BY_BANK, ...changes } };
}

const set = async (input: Awaited<ReturnType<typeof asked>>, role: Role = "SUPERADMIN") =>
  (await api.as(role)).paymentPreferences.set(input);

const get = async (userId: number) => (await api.as("VIEWER")).paymentPreferences.get({ userId });

it("a customer who never had a preference has none, in version 0", async () => {
  const { userId } = await asked();
  expect(await get(userId)).toEqual({ ...NEITHER, version: 0, updatedBy: null, updatedAt: null });
});

it("is saved, then changed, each time in the name of who did it", async () => {
  const input = await asked();
  expect(await set(input)).toEqual({ version: 1 });
  expect(await get(input.userId)).toMatchObject({
    ...BY_BANK,
    version: 1,
    updatedBy: "superadmin@countinghouse.test",
  });
  const byCard = { ...NEITHER, useCard: true, cardNumber: "4242", useCardUntil: "2026-11-21" };
  const again = { ...input, requestId: randomUUID(), version: 1, preference: byCard };
  expect(await set(again, "SUPERADMIN")).toEqual({ version: 2 });
  expect(await get(input.userId)).toMatchObject({ ...byCard, version: 2 });
});

it("a method that is not used leaves neither number nor expiry", async () => {
  const input = await asked({ useBank: false });
  await set(input);
  expect(await get(input.userId)).toMatchObject(NEITHER);
});

it("may not expire today in New York, and needs four digits", async () => {
  const today = await asked({ useBankUntil: "2026-11-20" });
  await expectRefusal(set(today), "RULE", "Expiry date must be a date after today.");
  const short = await asked({ bankNumber: "678" });
  await expect(set(short)).rejects.toThrow("Bank number must be the last 4 digit.");
  expect((await get(today.userId)).version).toBe(0);
});

it("is not saved for an EMPLOYEE, who may save it but not open it", async () => {
  await expectRefusal(set(await asked(), "EMPLOYEE"), "FORBIDDEN", "Only SUPERADMIN or ADMIN can open this.");
});

it.each([0, 1])("two admins who read version %i: the second is told", async (version) => {
  const input = await asked();
  if (version === 1) await set(input);
  const calls = [
    set({ ...input, version, requestId: randomUUID() }),
    set({ ...input, version, requestId: randomUUID() }, "SUPERADMIN"),
  ];
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const loser = calls[outcomes.findIndex(({ status }) => status === "rejected")] ?? Promise.resolve();
  await expectRefusal(loser, "CONFLICT", /Someone else changed this preference/);
});

it("is refused for a customer who does not exist", async () => {
  const input = { ...(await asked()), userId: 999_999 };
  await expectRefusal(set(input), "NOT_FOUND", "There is no customer 999999.");
});
