import { randomUUID } from "node:crypto";
import { MOST_SSN_LOOK_UPS } from "@countinghouse/validators/reading/rules";
import type { Role } from "@countinghouse/validators/roles";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifyChains } from "../chain/chains.ts";
import { addUserWithSsn } from "../testing/customers.ts";
import { countAuditEvents, expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

const SSN = "501832746";
const SEARCHED = "users.searchSsn";

let api: TestApi;
let holder: number;
beforeEach(async () => {
  api = await createTestApi({ connections: 4 });
  holder = (await addUserWithSsn(api, SSN, { firstname: "Holder" })).id;
});
afterEach(() => api.close());

/** Returns `count` SSNs that belong to no one. */
const guesses = (count: number) => Array.from({ length: count }, (_, index) => String(501_900_000 + index));
const find = async (text: string, role: Role = "VIEWER") => (await api.as(role)).users.find({ text });
const events = () =>
  api.database.read.auditEvent.findMany({ where: { action: SEARCHED }, orderBy: { id: "asc" } });

/** Every procedure that takes the text of a search. */
const DOORS: Record<string, (query: string) => Promise<unknown>> = {
  "users.find": (query) => find(query, "EMPLOYEE"),
  "users.list": async (query) => (await api.as("EMPLOYEE")).users.list({ query }),
  "users.sums": async (query) => (await api.as("EMPLOYEE")).users.sums({ query }),
  "customerLists.freeze": async (query) =>
    (await api.as("EMPLOYEE")).customerLists.freeze({
      requestId: randomUUID(),
      of: {
        list: "users",
        query,
        filters: { stage: null, balance: null, nextDue: null, pastDue: null, lastPayment: null, tags: [] },
      },
      expected: 1,
    }),
};

describe("an admin who sees SSNs masked", () => {
  it.each(Object.keys(DOORS))(
    "searches by thirty SSNs in an hour, and by no further one in %s",
    async (door) => {
      for (const guess of guesses(MOST_SSN_LOOK_UPS)) await find(guess, "EMPLOYEE");
      await expectRefusal(
        DOORS[door]?.(SSN) ?? Promise.resolve(),
        "LIMITED",
        /^You have searched by 30 SSNs this hour, which is the limit for roles that see masked SSNs\./,
      );
      expect(await countAuditEvents(api, SEARCHED)).toBe(MOST_SSN_LOOK_UPS);
      expect(await (await api.as("EMPLOYEE")).users.find({ text: "Holder" })).toMatchObject([
        { userId: holder },
      ]);
      api.clock.advance({ hours: 1 });
      await DOORS[door]?.(SSN);
      expect(await countAuditEvents(api, SEARCHED)).toBe(MOST_SSN_LOOK_UPS + 1);
    },
  );

  it.each(Object.keys(DOORS))("is counted in %s, whether or not a customer has the number", async (door) => {
    await DOORS[door]?.(SSN);
    await DOORS[door]?.("501-83-2747").catch(() => {});
    const [counted] = await api.database.read.readingHour.findMany();
    expect(counted?.ssnLookUps).toBe(2);
    expect(await events()).toMatchObject([
      { after: { found: true, userIds: [holder] } },
      { after: { found: false, userIds: [] } },
    ]);
  });

  it.each(["ADMIN", "EMPLOYEE", "VIEWER", "AUDITOR"] as const)(
    "leaves a verifiable event without the number, as %s",
    async (role) => {
      await find(SSN, role);
      const { id } = await api.admin(role);
      expect(await events()).toMatchObject([{ actor: `admin:${id}` }]);
      const ofHolder = await (await api.as("AUDITOR")).audit.list({ userId: holder });
      expect(ofHolder.events.map(({ action }) => action)).toContain(SEARCHED);
      const { rows } = await api.database.pool.query(
        "SELECT 1 FROM audit_event e WHERE e::text ~ '501-?83-?2746'",
      );
      expect(rows).toEqual([]);
      expect(await verifyChains(api.database.read, api.vault)).toEqual([]);
    },
  );

  it("is counted once for later pages, the sums and the palette together", async () => {
    for (let copy = 0; copy < 3; copy++) await api.user({ phone: `950183274${copy}`, currentAddress: SSN });
    const viewer = await api.as("VIEWER");
    const first = await viewer.users.list({ query: SSN, limit: 1 });
    await viewer.users.list({ query: "501-83-2746", limit: 1, cursor: first.nextCursor });
    await viewer.users.sums({ query: SSN });
    await viewer.users.find({ text: SSN });
    expect(await events()).toHaveLength(1);
  });

  it("does not get past the limit with simultaneous searches", async () => {
    const viewer = await api.as("VIEWER");
    const asked = await Promise.allSettled(guesses(40).map((text) => viewer.users.find({ text })));
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(MOST_SSN_LOOK_UPS);
    expect(await countAuditEvents(api, SEARCHED)).toBe(MOST_SSN_LOOK_UPS);
  });

  it("is counted alone, so that other admins can search on", async () => {
    for (const guess of guesses(MOST_SSN_LOOK_UPS)) await find(guess);
    await expectRefusal(find(SSN), "LIMITED");
    expect(await find(SSN, "EMPLOYEE")).toMatchObject([{ userId: holder }]);
  });
});

it("a SUPERADMIN, who sees SSNs in full, searches without a limit", async () => {
  for (const guess of guesses(MOST_SSN_LOOK_UPS + 1)) await find(guess, "SUPERADMIN");
  expect(await find(SSN, "SUPERADMIN")).toMatchObject([{ userId: holder, reason: "SSN" }]);
  expect(await countAuditEvents(api, SEARCHED)).toBe(0);
});
