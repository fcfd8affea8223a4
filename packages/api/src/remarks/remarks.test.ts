import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
let userId: number;

beforeAll(async () => {
  api = await createTestApi();
  ({ id: userId } = await api.user());
  const { id: otherId } = await api.user();
  await api.database.unsafeTransaction((tx) =>
    tx.derogatoryRemark.createMany({
      data: [
        ...Array.from({ length: 23 }, (_, day) =>
          remark(userId, `2026-01-${String(day + 1).padStart(2, "0")}`),
        ),
        remark(otherId, "2026-02-01"),
      ],
    }),
  );
});
afterAll(() => api.close());

const remark = (user: number, date: string) => ({
  userId: user,
  remarkDate: new Date(date),
  addedBy: "erin@example.com",
  category: "Collection",
  note: `Seen on ${date}.`,
});

const page = async (currentPage: number) =>
  (await api.as("VIEWER")).remarks.list({ userId, pageLimit: 10, currentPage });

it("a page holds ten remarks, the latest first, and says how many the user has", async () => {
  const { data, count } = await page(1);
  expect(count).toBe(23);
  expect(data).toHaveLength(10);
  expect(data[0]).toEqual({
    id: expect.any(Number),
    remarkDate: "2026-01-23",
    addedBy: "erin@example.com",
    category: "Collection",
    note: "Seen on 2026-01-23.",
    stopsDebits: false,
    isImported: false,
    canEnd: false,
    ended: null,
  });
});

it("the pages together show each remark once, and none of another user", async () => {
  const pages = await Promise.all([1, 2, 3].map(page));
  const dates = pages.flatMap(({ data }) => data.map(({ remarkDate }) => remarkDate));
  expect(dates).toEqual([...new Set(dates)].sort().reverse());
  expect(dates).toHaveLength(23);
  expect(dates).not.toContain("2026-02-01");
});

it("a page after the last is empty and still tells the count", async () => {
  expect(await page(4)).toEqual({ data: [], count: 23 });
});

it("a user without remarks has none", async () => {
  const { id } = await api.user();
  expect(await (await api.as("VIEWER")).remarks.list({ userId: id })).toEqual({ data: [], count: 0 });
});

const add = async (changed: object = {}) =>
  (await api.as("EMPLOYEE")).remarks.add({
    requestId: randomUUID(),
    userId: (await api.user()).id,
    category: "Bankruptcy",
    remarkDate: "2026-11-20",
    note: "Chapter 7.",
    ...changed,
  });

describe("to add a remark", () => {
  it("lists it with who added it, once however often it is sent, and leaves that in the audit", async () => {
    const { id } = await api.user();
    const input = { userId: id, requestId: randomUUID() };
    const added = await add(input);
    expect(await add(input)).toEqual(added);
    const { data, count } = await (await api.as("VIEWER")).remarks.list({ userId: id });
    expect(count).toBe(1);
    expect(data[0]).toMatchObject({
      category: "Bankruptcy",
      addedBy: expect.stringContaining("@"),
      stopsDebits: true,
      canEnd: true,
      ended: null,
    });
    expect(await lastAuditEvent(api, "remarks.add")).toMatchObject({
      subjectId: String(id),
      after: { category: "Bankruptcy", stopsDebits: true },
    });
  });

  it("of a category that says nothing of debits stops none", async () => {
    const { id } = await api.user();
    await add({ userId: id, category: "Collection" });
    const { data } = await (await api.as("VIEWER")).remarks.list({ userId: id });
    expect(data[0]?.stopsDebits).toBe(false);
  });

  it("is refused for a day to come, and for a customer who does not exist", async () => {
    await expectRefusal(add({ remarkDate: "2026-11-21" }), "RULE", "The day is not over yet");
    await expectRefusal(add({ userId: 999_999 }), "NOT_FOUND", "999999");
  });
});

describe("to end a remark", () => {
  const end = async (remarkId: number, role: Role = "ADMIN", requestId: string = randomUUID()) =>
    (await api.as(role)).remarks.end({ requestId, remarkId, reason: "Discharged." });

  it("keeps it with who ended it and why, once however often it is sent", async () => {
    const { id } = await api.user();
    const { remarkId } = await add({ userId: id });
    const requestId = randomUUID();
    expect(await end(remarkId, "ADMIN", requestId)).toEqual({ remarkId });
    expect(await end(remarkId, "ADMIN", requestId)).toEqual({ remarkId });
    const { data } = await (await api.as("VIEWER")).remarks.list({ userId: id });
    expect(data[0]?.ended).toMatchObject({ reason: "Discharged." });
    expect(await lastAuditEvent(api, "remarks.end")).toMatchObject({
      subjectId: String(id),
      after: { ended: true, reason: "Discharged." },
    });
    await expectRefusal(end(remarkId), "CONFLICT", "Someone else ended this remark");
  });

  it("is refused for what a bureau reported", async () => {
    const { data } = await page(1);
    await expectRefusal(end(data[0]?.id ?? 0), "NOT_FOUND", "no such remark that staff can end");
  });
});
