import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyChains } from "../chain/chains.ts";
import { addUserWithSsn } from "../testing/customers.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { walkPages } from "../testing/users-pages.ts";

const SSN = "501832746";
const REVEALED = "users.revealSsn";
const OTHER_ROLES: Role[] = ["ADMIN", "EMPLOYEE", "VIEWER"];

let api: TestApi;
let holder: number;
let without: number;
beforeAll(async () => {
  api = await createTestApi();
  ({ id: holder } = await addUserWithSsn(api, SSN, { firstname: "Holder" }));
  await addUserWithSsn(api, "501832747", { firstname: "Neighbour" });
  ({ id: without } = await api.user({ firstname: "Without" }));
});
afterAll(() => api.close());

const list = async (role: Role, query = "") => (await api.as(role)).users.list({ query });
const found = async (query: string) => (await list("VIEWER", query)).users.map(({ id }) => id);

describe("searching by SSN", () => {
  it.each(["501832746", "501-83-2746", "501 83 2746", " 501-83-2746 "])(
    "finds the one holder of %s",
    async (query) => {
      expect(await found(query)).toEqual([holder]);
    },
  );

  it.each(["501832748", "50183274", "5018327461", "832746", "2746", "501-83", "83-2746"])(
    "never finds a user by a part of it or by a neighbouring number: %s",
    async (query) => {
      expect(await found(query)).toEqual([]);
    },
  );

  it("still finds nine digits inside a phone number", async () => {
    const { id } = await api.user({ firstname: "Phone", phone: "9501832746" });
    expect(await found(SSN)).toEqual([holder, id]);
  });

  it("does not confuse an SSN with an EIN of the same digits", async () => {
    const { id } = await api.user({ firstname: "Ein" });
    await api.database.unsafeTransaction((tx) =>
      tx.user.update({ where: { id }, data: { einIndex: api.vault.blindIndex("ein", "777665555") } }),
    );
    expect(await found("777665555")).toEqual([]);
  });
});

describe("the last four digits", () => {
  const found4 = async (role: Role) => (await list(role, "2746")).users.map(({ id }) => id);

  it("find their holders for a SUPERADMIN, who sees the whole number", async () => {
    expect(await found4("SUPERADMIN")).toContain(holder);
  });

  it.each(OTHER_ROLES)("find no one for the role %s", async (role) => {
    expect(await found4(role)).not.toContain(holder);
  });
});

describe("sorting by SSN", () => {
  const ssnsBy = async (direction: "asc" | "desc", limit: number) => {
    const pages = await walkPages(await api.as("SUPERADMIN"), { sort: "ssn", direction, limit });
    return pages.flatMap(({ users }) => users.map(({ ssn }) => ssn));
  };

  it.each(["asc", "desc"] as const)(
    "sorts the shown numbers, %s, in one order over all the pages",
    async (way) => {
      await addUserWithSsn(api, "100994444");
      await addUserWithSsn(api, "900110001");
      const shown = await ssnsBy(way, 2);
      const ordered = shown.toSorted();
      expect(shown).toEqual(way === "asc" ? ordered : ordered.toReversed());
      expect(shown.filter((ssn) => ssn !== "").length).toBeGreaterThan(3);
    },
  );

  it("continues with the next page when the last row seen is gone", async () => {
    const { users } = await api.as("SUPERADMIN");
    const { nextCursor } = await users.list({ sort: "ssn", limit: 2 });
    const second = await users.list({ sort: "ssn", limit: 2, cursor: nextCursor });
    const afterGone = nextCursor && { ...nextCursor, id: 999_999 };
    expect((await users.list({ sort: "ssn", limit: 2, cursor: afterGone })).users).toEqual(second.users);
  });

  it.each(OTHER_ROLES)(
    "is rejected for the role %s, which would learn the order of hidden digits",
    async (role) => {
      const sorted = (await api.as(role)).users.list({ sort: "ssn" });
      await expectRefusal(sorted, "RULE", "The SSN is masked. Only SUPERADMIN can do this.");
    },
  );
});

describe("the SSN in the list", () => {
  it("is shown in full to a SUPERADMIN", async () => {
    const { users } = await list("SUPERADMIN", "holder");
    expect(users[0]?.ssn).toBe("501-83-2746");
  });

  it.each(OTHER_ROLES)(
    "is fully masked for the role %s, and no other field of the answer reveals it",
    async (role) => {
      const page = await list(role, "holder");
      expect(page.users[0]?.ssn).toBe("***-***-***");
      expect(JSON.stringify(page)).not.toMatch(/2746|501/);
    },
  );

  it.each(["SUPERADMIN", "VIEWER"] as const)(
    "is empty for the role %s when no number is stored",
    async (role) => {
      const { users } = await list(role, "without");
      expect(users).toMatchObject([{ id: without, ssn: "" }]);
    },
  );
});

describe("the audit", () => {
  it("names in one event the users whose SSNs were shown, the place and the admin, but no SSN", async () => {
    const before = await countAuditEvents(api, REVEALED);
    await list("SUPERADMIN");
    const ids = (await list("SUPERADMIN")).users.map(({ id }) => id);
    expect(await countAuditEvents(api, REVEALED)).toBe(before + 1);
    const event = await lastAuditEvent(api, REVEALED);
    const { id: adminId } = await api.admin("SUPERADMIN");
    expect(event).toMatchObject({
      actor: `admin:${adminId}`,
      subjectType: "user_list",
      after: { shown: "list", users: ids.length, userIds: ids },
    });
    const { rows } = await api.database.pool.query(
      "SELECT 1 FROM audit_event e WHERE e::text ~ '501-?83-?2746'",
    );
    expect(rows).toEqual([]);
    expect(await verifyChains(api.database.read, api.vault)).toEqual([]);
  });

  it("has no event when no SSN was shown in full", async () => {
    const before = await countAuditEvents(api, REVEALED);
    for (const role of OTHER_ROLES) await list(role);
    await list("SUPERADMIN", "without");
    await list("SUPERADMIN", "nobody at all");
    expect(await countAuditEvents(api, REVEALED)).toBe(before);
  });
});

it("a sealed SSN that is moved to another row does not open there", async () => {
  const { ssnSealed } = await api.database.read.user.findUniqueOrThrow({ where: { id: holder } });
  const { id } = await api.user({ firstname: "Thief" });
  await api.database.unsafeTransaction((tx) => tx.user.update({ where: { id }, data: { ssnSealed } }));
  await expect(list("SUPERADMIN", "thief")).rejects.toThrow(/authenticate data/);
});
