import type { UserFilters } from "@countinghouse/validators/users/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { keepsPlan, mostRowsRead, readAsked, readScans } from "../testing/plans.ts";
import { listUsers } from "./list.ts";

const NO_FILTERS: UserFilters = {
  stage: null,
  balance: null,
  nextDue: null,
  pastDue: null,
  lastPayment: null,
  tags: [],
};

/** The index that each sort uses. */
const SORT_INDEXES = {
  id: "users_pkey",
  firstname: "users_firstname_id_idx",
  lastname: "users_lastname_id_idx",
  email: "users_email_id_idx",
  phone: "users_phone_id_idx",
  currentAddress: "users_current_address_id_idx",
  balanceCents: "user_standing_balance_cents_user_id_idx",
  dueOn: "user_standing_due",
  lastPaymentOn: "user_standing_last_payment",
} as const;

/** A cursor value deep in the list that is sorted by this column. */
const placeIn = (sort: keyof typeof SORT_INDEXES): string =>
  sort === "id" ? "4000" : sort === "balanceCents" ? "500" : sort.endsWith("On") ? "2026-11-01" : "M";

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
  // Each filter matches one user in a hundred, and half of the users are funded.
  await api.asOwner(
    `UPDATE user_standing SET stage = (CASE WHEN user_id % 2 = 0 THEN 'funded' WHEN user_id % 100 = 1 THEN 'offered' ELSE 'started' END)::"ApplicationStage",
       was_funded = user_id % 2 = 0, balance_cents = CASE WHEN user_id % 100 = 2 THEN user_id ELSE 0 END,
       due_on = CASE WHEN user_id % 100 = 2 THEN date '2026-11-20' - user_id % 9 END,
       last_payment_on = CASE WHEN user_id % 100 = 2 THEN date '2026-11-20' - user_id % 9 END,
       do_not_fund = user_id % 100 = 3, is_external = user_id % 100 = 4, in_manual_review = user_id % 100 = 5,
       bank_lost = user_id % 100 = 6`,
  );
  await api.asOwner("VACUUM ANALYZE users");
  await api.asOwner("VACUUM ANALYZE user_standing");
});
afterAll(() => api.close());

/** The statement behind one call of listUsers. */
async function readStatement(input: Partial<Parameters<typeof listUsers>[1]>) {
  const page = {
    query: "",
    filters: NO_FILTERS,
    sort: "id",
    direction: "asc",
    cursor: null,
    limit: 15,
  } as const;
  const [statement] = await readAsked(api.ctx(await api.admin("VIEWER")), (ctx) =>
    listUsers(ctx, { ...page, ...input }),
  );
  if (!statement) throw new Error("The list asked nothing of the database.");
  return statement;
}

/** The plan of that statement, as `scan index` and `scan table` steps. */
async function readPlan(input: Parameters<typeof readStatement>[0]): Promise<string[]> {
  const { text, values } = await readStatement(input);
  return readScans(api, text, values);
}

const fullScans = (scans: string[]) => scans.filter((scan) => /Seq Scan user/.test(scan));

describe("a page of everyone", () => {
  it.each([
    ["everyone", NO_FILTERS],
    ["the funded", { ...NO_FILTERS, stage: "funded" }],
    ["those not to be funded", { ...NO_FILTERS, tags: ["doNotFund"] }],
  ] as const)(
    "deep in the list of %s reads its own rows, and not those before it",
    async (_whom, filters) => {
      const cursor = { value: "6000", id: 6_000, page: 400 };
      const { text, values } = await readStatement({
        filters: { ...filters, tags: [...filters.tags] },
        cursor,
      });
      expect(await mostRowsRead(api, text, values)).toBeLessThan(100);
    },
  );

  it.each(STORED)("sorted by %s is planned once for all calls", async (sort) => {
    const page = { query: "", filters: NO_FILTERS, sort, direction: "asc", limit: 15 } as const;
    const { nextCursor } = await listUsers(api.ctx(await api.admin("VIEWER")), { ...page, cursor: null });
    for (const cursor of [null, nextCursor])
      expect(await keepsPlan(api, await readStatement({ sort, cursor }))).toBe(true);
  });

  it.each(STORED)("sorted by %s uses the index of its column on first and later pages", async (sort) => {
    const place = { value: placeIn(sort), id: 4_000, page: 270 };
    for (const direction of ["asc", "desc"] as const) {
      for (const cursor of [null, place]) {
        const scans = await readPlan({ sort, direction, cursor });
        expect(fullScans(scans)).toEqual([]);
        expect(scans.join("\n")).toContain(SORT_INDEXES[sort]);
      }
    }
  });

  it("has the exact total without counting the users", async () => {
    expect((await readPlan({})).join("\n")).toContain("row_counter");
  });
});

describe("a page of filtered users", () => {
  it.each<[string, Partial<UserFilters>, string]>([
    ["a stage", { stage: "offered" }, "user_standing_stage_user_id_idx"],
    ["no application", { stage: "none" }, "user_standing_stage_user_id_idx"],
    ["a rare balance", { balance: "credit" }, "user_standing_balance_cents_user_id_idx"],
    ["what is due next", { nextDue: "week" }, "user_standing_due"],
    ["rare days past due", { pastDue: "91+" }, "user_standing_due"],
    ["the last payment", { lastPayment: "week" }, "user_standing_last_payment"],
    ["DNF", { tags: ["doNotFund"] }, "user_standing_do_not_fund"],
    ["external", { tags: ["external"] }, "user_standing_external"],
    ["manual review", { tags: ["manualReview"] }, "user_standing_review"],
    ["bank lost", { tags: ["bankLost"] }, "user_standing_bank_lost"],
    ["funded and DNF", { tags: ["funded", "doNotFund"] }, "user_standing_do_not_fund"],
  ])("by %s uses its index on the first and on later pages", async (_what, filters, index) => {
    for (const cursor of [null, { value: "4000", id: 4_000, page: 270 }]) {
      const scans = await readPlan({ filters: { ...NO_FILTERS, ...filters }, cursor });
      expect(fullScans(scans)).toEqual([]);
      expect(scans.join("\n")).toContain(index);
    }
  });
});

it("a page of half of the users, or of one in a hundred, never scans a whole table", async () => {
  for (const filters of [{ stage: "funded" }, { balance: "owing" }, { pastDue: "1-7" }] as const)
    for (const cursor of [null, { value: "4000", id: 4_000, page: 270 }])
      expect(fullScans(await readPlan({ filters: { ...NO_FILTERS, ...filters }, cursor }))).toEqual([]);
});

describe("a search", () => {
  it.each([
    ["a name", "First123", ["users_search", "users_address_search"]],
    ["several words", "first12 last55 example", ["users_search", "users_address_search"]],
    ["an e-mail", "user7999@example.com", ["users_search", "users_address_search"]],
    ["an SSN", "501-83-2746", ["users_search", "users_ssn_index_idx"]],
    ["a payment's key", "debit:77:1", ["users_pkey", "users_search"]],
    [
      "a number, which may be an application's id",
      "700001",
      ["application_pkey", "users_pkey", "users_search"],
    ],
    [
      "the beginning of the id of a payment or batch",
      "0197f3a0-1111-7",
      ["payment_intent_pkey", "bulk_item_batch_id", "users_pkey", "users_search"],
    ],
    ["an EIN", "12-3456789", ["users_search"]],
    ["an address", "4100 Main", ["users_address_search"]],
    [
      "two letters",
      "zz",
      ["users_firstname_prefix", "users_lastname_prefix", "users_business_name_prefix", "users_pkey"],
    ],
    ["two short words", "jo li", ["users_firstname_prefix", "users_lastname_prefix"]],
  ])("by %s uses its index", async (_what, query, indexes) => {
    const scans = await readPlan({ query });
    expect(fullScans(scans)).toEqual([]);
    for (const index of indexes) expect(scans.join("\n")).toContain(index);
  });

  it.each(["First123", "0197f3a0-1111-7"])("by %s is planned once for all calls", async (query) => {
    expect(await keepsPlan(api, await readStatement({ query }))).toBe(true);
  });

  it("by words does not look up an identifier", async () => {
    expect((await readStatement({ query: "maria o'neil" })).values).toEqual(["%maria%", "%o_neil%"]);
  });

  it("without its index is detected as a scan of the table", async () => {
    await api.asOwner("DROP INDEX users_search");
    expect(fullScans(await readPlan({ query: "First123" }))).toEqual(["Seq Scan users"]);
  });
});
