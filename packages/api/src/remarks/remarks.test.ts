import { afterAll, beforeAll, expect, it } from "vitest";
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
