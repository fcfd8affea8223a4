import { randomUUID } from "node:crypto";
import type { CardStatus } from "@countinghouse/validators/bank-accounts/rules";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addCard } from "../testing/accounts.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
let userId: number;
let primaryId: number;
let otherId: number;
let expiredId: number;

beforeAll(async () => {
  api = await createTestApi();
  for (const role of ["ADMIN", "EMPLOYEE", "VIEWER"] as const) await api.admin(role);
});
beforeEach(async () => {
  ({ id: userId } = await api.user());
  ({ id: primaryId } = await addCard(api, userId, { isPrimary: true }));
  ({ id: otherId } = await addCard(api, userId, { last4: "1881", mid: "5180012", verifyType: "Debit" }));
  ({ id: expiredId } = await addCard(api, userId, { last4: "0005", expiry: "1026", status: "INACTIVE" }));
});
afterAll(() => api.close());

const stored = (id: number) => api.database.read.card.findUniqueOrThrow({ where: { id } });
const readPrimaries = async (id: number) =>
  (await api.database.read.card.findMany({ where: { userId: id, isPrimary: true } })).map((card) => card.id);
const setStatus = async (
  status: CardStatus,
  { id = otherId, role = "EMPLOYEE" }: { id?: number; role?: Role } = {},
) => (await api.as(role)).cards.setStatus({ requestId: randomUUID(), cardId: id, status });
const makePrimary = async (id: number, role: Role = "EMPLOYEE") =>
  (await api.as(role)).cards.makePrimary({ requestId: randomUUID(), cardId: id, insteadOf: primaryId });

it("the cards of a user are listed, the primary one first, without token or security code", async () => {
  const cards = await (await api.as("VIEWER")).cards.list({ userId });
  expect(cards.map(({ id }) => id)).toEqual([primaryId, otherId, expiredId]);
  expect(Object.keys(cards[0] ?? {}).sort()).toEqual([
    "account",
    "cardName",
    "expiry",
    "id",
    "isImported",
    "isPrimary",
    "issuer",
    "last4",
    "mid",
    "status",
    "verifyFund",
    "verifyType",
  ]);
  expect(cards[1]).toMatchObject({ last4: "1881", mid: "5180012", verifyType: "Debit" });
});

describe("switching a card", () => {
  it("makes it inactive and active again", async () => {
    expect(await setStatus("INACTIVE")).toMatchObject({ cardId: otherId, status: "INACTIVE" });
    expect((await stored(otherId)).status).toBe("INACTIVE");
    await setStatus("ACTIVE");
    expect((await stored(otherId)).status).toBe("ACTIVE");
  });

  it("refuses to activate one whose expiry has passed", async () => {
    const call = setStatus("ACTIVE", { id: expiredId });
    await expectRefusal(call, "RULE", "Expired cards can not be activated");
    expect((await stored(expiredId)).status).toBe("INACTIVE");
  });

  it("is refused for the primary card, and for one that is not there", async () => {
    await expectRefusal(setStatus("INACTIVE", { id: primaryId }), "RULE", /^This is the primary card/);
    await expectRefusal(setStatus("INACTIVE", { id: 2e9 }), "NOT_FOUND", "There is no such card.");
    expect((await stored(primaryId)).status).toBe("ACTIVE");
  });

  it("by two admins at once happens once, and the second is told", async () => {
    const outcomes = await Promise.allSettled([
      setStatus("INACTIVE"),
      setStatus("INACTIVE", { role: "ADMIN" }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expectRefusal(setStatus("INACTIVE"), "CONFLICT", /^Someone else changed this/);
  });
});

describe("making a card primary", () => {
  it("takes it from the one that was", async () => {
    expect(await makePrimary(otherId)).toMatchObject({ cardId: otherId });
    expect(await readPrimaries(userId)).toEqual([otherId]);
  });

  it("is refused for a card that is inactive, expired, primary or not there", async () => {
    await setStatus("INACTIVE");
    await expectRefusal(makePrimary(otherId), "RULE", "An inactive card cannot be made primary.");
    await expectRefusal(makePrimary(expiredId), "RULE", "An expired card cannot be made primary.");
    await expectRefusal(makePrimary(primaryId), "RULE", "This is the primary card.");
    await expectRefusal(makePrimary(2e9), "NOT_FOUND", "There is no such card.");
    expect(await readPrimaries(userId)).toEqual([primaryId]);
  });

  it("by two admins at once leaves one primary card, and the slower one is told", async () => {
    const { id: thirdId } = await addCard(api, userId, { last4: "7777" });
    const outcomes = await Promise.allSettled([makePrimary(otherId), makePrimary(thirdId, "ADMIN")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await readPrimaries(userId)).toEqual([outcomes[0].status === "fulfilled" ? otherId : thirdId]);
  });
});
