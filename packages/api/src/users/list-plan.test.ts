import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminCtx } from "../context.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { readScans } from "../testing/plans.ts";
import { listUsers } from "./list.ts";

/** The index that each sorted page walks. */
const SORT_INDEXES = {
  id: "users_pkey",
  firstname: "users_firstname_id_idx",
  lastname: "users_lastname_id_idx",
  email: "users_email_id_idx",
  phone: "users_phone_id_idx",
  currentAddress: "users_current_address_id_idx",
} as const;

const STORED = Object.keys(SORT_INDEXES) as (keyof typeof SORT_INDEXES)[];

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await api.asOwner(
    `INSERT INTO users (firstname, lastname, email, phone, current_address, business_name, ssn_last4, ssn_index)
     SELECT 'First' || (n * 7919) % 5003, 'Last' || (n * 104729) % 7001, 'user' || n || '@example.com',
            (2000000000 + n * 37)::text, n || ' Main St', 'Shop ' || n, lpad((n % 10000)::text, 4, '0'),
            decode(md5(n::text), 'hex')
     FROM generate_series(1, 8000) AS n`,
  );
  await api.asOwner("VACUUM ANALYZE users");
});
afterAll(() => api.close());

/** The plan of the statement behind one call of listUsers, seen as `scan index` and `scan table` steps. */
async function planOf(input: Partial<Parameters<typeof listUsers>[1]>): Promise<string[]> {
  const ctx: AdminCtx = api.ctx(await api.admin("VIEWER"));
  const asked: { text: string; values: unknown[] }[] = [];
  const db: AdminCtx["db"] = {
    ...ctx.db,
    sql: (statement, values) => {
      asked.push({ text: statement.text, values });
      return ctx.db.sql(statement, values);
    },
  };
  await listUsers(
    { ...ctx, db },
    { query: "", sort: "id", direction: "asc", cursor: null, limit: 15, ...input },
  );
  const [statement] = asked;
  if (!statement) throw new Error("The list asked nothing of the database.");
  return readScans(api, statement.text, statement.values);
}

const fullScans = (scans: string[]) => scans.filter((scan) => /Seq Scan users/.test(scan));

describe("a page of everyone", () => {
  it.each(STORED)("sorted by %s walks that column's index, first page and further pages", async (sort) => {
    const place = { value: sort === "id" ? "4000" : "M", id: 4_000, page: 270 };
    for (const direction of ["asc", "desc"] as const) {
      for (const cursor of [null, place]) {
        const scans = await planOf({ sort, direction, cursor });
        expect(fullScans(scans)).toEqual([]);
        expect(scans.join("\n")).toContain(SORT_INDEXES[sort]);
      }
    }
  });

  it("is total and exact without counting the users", async () => {
    expect((await planOf({})).join("\n")).toContain("row_counter");
  });
});

describe("a search", () => {
  it.each([
    ["a name", "First123", ["users_search", "users_address_search"]],
    ["several words", "first12 last55 example", ["users_search", "users_address_search"]],
    ["an e-mail", "user7999@example.com", ["users_search", "users_address_search"]],
    ["an SSN", "501-83-2746", ["users_search", "users_ssn_index_idx"]],
    ["an address", "4100 Main", ["users_address_search"]],
    [
      "two letters",
      "zz",
      ["users_firstname_prefix", "users_lastname_prefix", "users_business_name_prefix", "users_pkey"],
    ],
    ["two short words", "jo li", ["users_firstname_prefix", "users_lastname_prefix"]],
  ])("by %s goes through its index", async (_what, query, indexes) => {
    const scans = await planOf({ query });
    expect(fullScans(scans)).toEqual([]);
    for (const index of indexes) expect(scans.join("\n")).toContain(index);
  });

  it("without an index would be seen to scan the table", async () => {
    await api.asOwner("DROP INDEX users_search");
    expect(fullScans(await planOf({ query: "First123" }))).toEqual(["Seq Scan users"]);
  });
});
