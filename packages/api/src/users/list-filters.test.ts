import type { UserFilters } from "@countinghouse/validators/users/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { walkPages } from "../testing/users-pages.ts";

let api: TestApi;
const ids: number[] = [];
const USERS = 40;

/** Facts that differ from row to row. Today is 2026-11-20 in New York. */
beforeAll(async () => {
  api = await createTestApi();
  for (let index = 0; index < USERS; index += 1)
    ids.push((await api.user({ firstname: index % 2 === 0 ? "Maria" : "Jo" })).id);
  await api.asOwner(
    `UPDATE user_standing s SET
       stage = (CASE n % 4 WHEN 0 THEN 'funded' WHEN 1 THEN 'offered' WHEN 2 THEN 'declined' END)::"ApplicationStage",
       was_funded = n % 4 = 0, do_not_fund = n % 5 = 0, is_external = n % 6 = 0, in_manual_review = n % 7 = 0,
       bank_lost = n % 8 = 0, balance_cents = (n % 3 - 1) * 1000,
       due_on = CASE WHEN n % 10 < 8 THEN date '2026-11-25' - n * 3 END,
       last_payment_on = CASE WHEN n % 9 > 0 THEN date '2026-11-20' - n END, last_payment_cents = n
     FROM (SELECT user_id, row_number() OVER (ORDER BY user_id)::int - 1 AS n FROM user_standing) numbered
     WHERE numbered.user_id = s.user_id`,
  );
});
afterAll(() => api.close());

const NO_FILTERS: UserFilters = {
  stage: null,
  balance: null,
  nextDue: null,
  pastDue: null,
  lastPayment: null,
  tags: [],
};

/** Returns the numbers, from 0, of the listed users, read by pages of seven. */
async function list(filters: Partial<UserFilters>, query = ""): Promise<number[]> {
  const caller = await api.as("VIEWER");
  const pages = await walkPages(caller, { filters: { ...NO_FILTERS, ...filters }, query, limit: 7 });
  const numbers = pages.flatMap(({ users }) => users.map(({ id }) => ids.indexOf(id)));
  const sums = await caller.users.sums({ query, filters: { ...NO_FILTERS, ...filters } });
  expect(sums.users).toBe(numbers.length);
  return numbers;
}

const numbers = (isListed: (n: number) => boolean) =>
  Array.from({ length: USERS }, (_, n) => n).filter(isListed);
/** Days until the next due date, negative when it is past; null without one. */
const dueIn = (n: number) => (n % 10 < 8 ? 5 - n * 3 : null);
const pastBy = (n: number) => Math.max(0, -(dueIn(n) ?? 0));

describe("the users list", () => {
  it.each<[string, Partial<UserFilters>, (n: number) => boolean]>([
    ["a stage", { stage: "funded" }, (n) => n % 4 === 0],
    ["no application", { stage: "none" }, (n) => n % 4 === 3],
    ["who owes", { balance: "owing" }, (n) => n % 3 === 2],
    ["who owes nothing", { balance: "settled" }, (n) => n % 3 === 1],
    ["who paid too much", { balance: "credit" }, (n) => n % 3 === 0],
    ["DNF", { tags: ["doNotFund"] }, (n) => n % 5 === 0],
    ["external", { tags: ["external"] }, (n) => n % 6 === 0],
    ["manual review", { tags: ["manualReview"] }, (n) => n % 7 === 0],
    ["bank lost", { tags: ["bankLost"] }, (n) => n % 8 === 0],
    ["funded", { tags: ["funded"] }, (n) => n % 4 === 0],
    ["due in the next 7 days", { nextDue: "week" }, (n) => n < 2],
    ["due later", { nextDue: "later" }, () => false],
    ["nothing due", { nextDue: "none" }, (n) => dueIn(n) === null],
    ["past due", { pastDue: "any" }, (n) => pastBy(n) > 0],
    ["1 to 7 days past due", { pastDue: "1-7" }, (n) => pastBy(n) >= 1 && pastBy(n) <= 7],
    ["31 to 60 days past due", { pastDue: "31-60" }, (n) => pastBy(n) >= 31 && pastBy(n) <= 60],
    ["91 days past due or more", { pastDue: "91+" }, (n) => pastBy(n) >= 91],
    ["paid in the last 7 days", { lastPayment: "week" }, (n) => n % 9 > 0 && n <= 7],
    ["paid 8 to 30 days ago", { lastPayment: "month" }, (n) => n % 9 > 0 && n >= 8 && n <= 30],
    ["paid longer ago", { lastPayment: "older" }, (n) => n % 9 > 0 && n > 30],
    ["never paid", { lastPayment: "never" }, (n) => n % 9 === 0],
    ["several at once", { stage: "funded", tags: ["doNotFund"], balance: "owing" }, (n) => n === 20],
  ])("filters by %s on all pages, and counts the matches", async (_what, filters, isListed) => {
    expect(await list(filters)).toEqual(numbers(isListed));
  });

  it("searches among the users who match the filters", async () => {
    expect(await list({ stage: "funded" }, "maria")).toEqual(numbers((n) => n % 4 === 0));
    expect(await list({ stage: "offered" }, "maria")).toEqual([]);
  });

  it("sorts the filtered users by any column", async () => {
    const viewer = await api.as("VIEWER");
    for (const sort of ["firstname", "balanceCents", "dueOn", "lastPaymentOn"] as const) {
      const filters = { ...NO_FILTERS, tags: ["doNotFund" as const] };
      const up = await walkPages(viewer, { filters, sort, limit: 3 });
      const down = await walkPages(viewer, { filters, sort, direction: "desc", limit: 3 });
      const toIds = (pages: typeof up) => pages.flatMap(({ users }) => users.map(({ id }) => id));
      expect(toIds(up)).toEqual(toIds(down).toReversed());
      expect(toIds(up)).toHaveLength(8);
    }
  });

  it("sorts the filtered users by SSN for a role that sees it in full", async () => {
    const filters = { ...NO_FILTERS, tags: ["doNotFund" as const] };
    const { users, totalRecords } = await (await api.as("SUPERADMIN")).users.list({ filters, sort: "ssn" });
    expect([users.length, totalRecords]).toEqual([8, 8]);
  });

  it("sums the balances of the listed users, and counts the users past due", async () => {
    const viewer = await api.as("VIEWER");
    const owing = numbers((n) => n % 3 === 2);
    expect(await viewer.users.sums({ filters: { ...NO_FILTERS, balance: "owing" } })).toMatchObject({
      users: owing.length,
      owedCents: owing.length * 1_000,
      pastDueUsers: owing.filter((n) => pastBy(n) > 0).length,
    });
    expect(await viewer.users.sums({ filters: NO_FILTERS })).toMatchObject({
      owingUsers: owing.length,
      owedCents: owing.length * 1_000,
    });
  });

  it("shows the days past due of each user", async () => {
    const { users } = await (await api.as("VIEWER")).users.list({ limit: 40 });
    expect(users.map(({ daysPastDue }) => daysPastDue)).toEqual(numbers(() => true).map(pastBy));
  });
});
