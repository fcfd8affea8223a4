import { USER_SORT_COLUMNS } from "@countinghouse/validators/users/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { walkPages } from "../testing/users-pages.ts";
import { SORT_SQL } from "./list-sql.ts";

const USERS = 107;
const DATABASE_COLUMNS = {
  id: "id",
  firstname: "firstname",
  lastname: "lastname",
  email: "email",
  phone: "phone",
  currentAddress: "current_address",
  balanceCents: "balance_cents",
  dueOn: "coalesce(due_on, '9999-12-31')",
  lastPaymentOn: "coalesce(last_payment_on, '0001-01-01')",
} as const;

/** Few names for many users: ties, empty values, letter cases, accents and other scripts. */
const FIRSTNAMES = ["Maria", "maria", "MARIA", "", "Márïa", "محمد", "🦄", "O'Neil", " Maria", "Zoë"];

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await api.database.unsafeTransaction((tx) =>
    tx.user.createMany({
      data: Array.from({ length: USERS }, (_, index) => ({
        firstname: FIRSTNAMES[index % FIRSTNAMES.length] ?? "",
        lastname: FIRSTNAMES[(index * 7) % FIRSTNAMES.length] ?? "",
        email: index % 3 === 0 ? "" : `user${index % 17}.${index}@example.com`,
        phone: index % 4 === 0 ? "" : `212555${String((index * 37) % 50).padStart(4, "0")}`,
        currentAddress: index % 5 === 0 ? "" : `${index % 9} Main St`,
        ssnLast4: index % 6 === 0 ? "" : String((index * 13) % 40).padStart(4, "0"),
      })),
    }),
  );
  await api.asOwner(
    `UPDATE user_standing SET balance_cents = (user_id * 7919) % 13 * 100 - 300,
       due_on = CASE WHEN user_id % 3 > 0 THEN date '2026-11-01' + (user_id * 31) % 40 END,
       last_payment_on = CASE WHEN user_id % 4 > 0 THEN date '2026-10-01' + (user_id * 17) % 30 END`,
  );
});
afterAll(() => api.close());

it("every text column of a sort has a Unicode collation, independent of the locale of the database", async () => {
  const { rows } = await api.database.pool.query<{ column_name: string; collation_name: string | null }>(
    "SELECT column_name, collation_name FROM information_schema.columns WHERE table_name = 'users' AND data_type = 'text'",
  );
  const collations = new Map(rows.map((row) => [row.column_name, row.collation_name]));
  const texts = Object.values(SORT_SQL).filter(({ type }) => type === "text");
  expect(texts.length).toBeGreaterThan(4);
  for (const { column } of texts) expect([column, collations.get(column)]).toEqual([column, "und-x-icu"]);
});

/** The SSN is sealed, and has its own sort (list-ssn.test.ts). */
const stored = USER_SORT_COLUMNS.filter((sort) => sort !== "ssn");
const orders = stored.flatMap((sort) => (["asc", "desc"] as const).map((direction) => ({ sort, direction })));

describe("sorting", () => {
  it.each(orders)(
    "by $sort $direction, all pages together are the whole list in one order",
    async (order) => {
      const pages = await walkPages(await api.as("VIEWER"), { ...order, limit: 15 });
      const column = DATABASE_COLUMNS[order.sort];
      const { rows } = await api.database.pool.query<{ id: number }>(
        `SELECT id FROM users JOIN user_standing s ON s.user_id = id ORDER BY ${column} ${order.direction}, id ${order.direction}`,
      );
      expect(pages.flatMap(({ users }) => users.map(({ id }) => id))).toEqual(rows.map(({ id }) => id));
      expect(pages.map(({ users }) => users.length)).toEqual([15, 15, 15, 15, 15, 15, 15, 2]);
    },
  );

  it.each(orders)("by $sort $direction, a search pages in the same way", async (order) => {
    const found = await walkPages(await api.as("VIEWER"), { ...order, query: "maria", limit: 7 });
    const { rows } = await api.database.pool.query<{ id: number }>(
      `SELECT id FROM users JOIN user_standing s ON s.user_id = id WHERE firstname ILIKE '%maria%' OR lastname ILIKE '%maria%'
       ORDER BY ${DATABASE_COLUMNS[order.sort]} ${order.direction}, id ${order.direction}`,
    );
    expect(found.flatMap(({ users }) => users.map(({ id }) => id))).toEqual(rows.map(({ id }) => id));
  });
});

describe("a page", () => {
  it("has its number, the number of pages and the total", async () => {
    const pages = await walkPages(await api.as("VIEWER"), { limit: 50 });
    expect(pages.map(({ users: _users, nextCursor: _next, ...page }) => page)).toEqual(
      [1, 2, 3].map((currentPage) => ({ currentPage, pages: 3, totalRecords: USERS, recordsPerPage: 50 })),
    );
    expect(pages.at(-1)?.nextCursor).toBeNull();
  });

  it("has 15 users by default, and no cursor after a full last page", async () => {
    const viewer = await api.as("VIEWER");
    expect((await viewer.users.list({})).users).toHaveLength(15);
    expect((await viewer.users.list({ limit: USERS })).nextCursor).toBeNull();
  });

  it("has the fields that the list shows, and no others", async () => {
    const { users } = await (await api.as("VIEWER")).users.list({ limit: 1 });
    expect(Object.keys(users[0] ?? {}).sort()).toEqual(
      [
        ...["id", "firstname", "lastname", "businessName", "email", "phone", "currentAddress", "ssn"],
        ...["stage", "wasFunded", "inManualReview", "doNotFund", "isExternal", "bankLost", "balanceCents"],
        ...["dueOn", "daysPastDue", "lastPaymentOn", "lastPaymentCents"],
      ].sort(),
    );
  });

  it("of an empty result has a total of zero", async () => {
    expect(await (await api.as("VIEWER")).users.list({ query: "nobody has this name" })).toEqual({
      users: [],
      currentPage: 1,
      pages: 0,
      totalRecords: 0,
      recordsPerPage: 15,
      nextCursor: null,
    });
  });

  it("starts after the last row seen, also when a user was added before that row", async () => {
    const viewer = await api.as("VIEWER");
    const first = await viewer.users.list({ sort: "firstname", direction: "desc", limit: 10 });
    const { id } = await api.user({ firstname: "🦄🦄🦄" });
    const second = await viewer.users.list({
      sort: "firstname",
      direction: "desc",
      limit: 10,
      cursor: first.nextCursor,
    });
    expect(second.totalRecords).toBe(USERS + 1);
    const seen = [...first.users, ...second.users].map((user) => user.id);
    expect(new Set(seen).size).toBe(20);
    await api.database.unsafeTransaction((tx) => tx.user.delete({ where: { id } }));
    expect((await viewer.users.list({})).totalRecords).toBe(USERS);
  });

  it.each(orders)(
    "after an invented cursor is a page or empty, never an error ($sort $direction)",
    async (order) => {
      const viewer = await api.as("VIEWER");
      for (const value of ["", "abc", "99999999999999999999", "1e3", "-1", "' OR 1=1", "🦄"]) {
        const page = await viewer.users.list({ ...order, cursor: { value, id: 2_147_483_647, page: 2 } });
        expect(page.users.length).toBeLessThanOrEqual(15);
      }
    },
  );
});
