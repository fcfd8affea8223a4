import { ROLES, type Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAccount } from "../testing/accounts.ts";
import { addApplication, addUserWithSsn } from "../testing/customers.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

const [DOB, EIN, ROUTING, SSN] = ["1984-02-03", "123456789", "021000021", "501832746"];

let api: TestApi;
let userId: number;
let applicationId: number;
beforeAll(async () => {
  api = await createTestApi();
  userId = (await addUserWithSsn(api, SSN, { dob: new Date(DOB) })).id;
  applicationId = (await addApplication(api, userId)).id;
  await addAccount(api, userId, { routing: ROUTING, wireRouting: ROUTING });
  const einSealed = api.vault.seal({ table: "users", column: "ein_sealed", rowId: userId }, EIN);
  await api.database.unsafeTransaction((tx) =>
    tx.user.update({
      where: { id: userId },
      data: { einSealed, einIndex: api.vault.blindIndex("ein", EIN) },
    }),
  );
});
afterAll(() => api.close());

/** The answers to a role of all procedures that show personal data of the customer. */
async function told(role: Role): Promise<string> {
  const caller = await api.as(role);
  return JSON.stringify([
    await caller.users.get({ id: userId }),
    await caller.applications.get({ id: applicationId }),
    await caller.bankLinks.list({ userId }),
    await caller.bankAccounts.list({ userId, active: true }),
    (await caller.collections.list({ userIds: String(userId) })).users,
  ]);
}

describe("personal data in every procedure that shows it", () => {
  it.each(ROLES.filter((role) => role !== "VIEWER" && role !== "AUDITOR"))(
    "is in full for the role %s, except a masked SSN and the EIN that an EMPLOYEE has to reveal",
    async (role) => {
      const text = await told(role);
      expect(text.match(new RegExp(DOB, "g"))).toHaveLength(3);
      expect(text.includes(EIN)).toBe(role !== "EMPLOYEE");
      expect(text.match(new RegExp(ROUTING, "g"))).toHaveLength(3);
      expect(text.includes("501-83-2746")).toBe(role === "SUPERADMIN");
    },
  );

  it.each(["VIEWER", "AUDITOR"] as const)("is always masked for the role %s", async (role) => {
    const text = await told(role);
    for (const secret of [DOB, EIN, ROUTING, SSN, "501-83-2746"]) expect(text).not.toContain(secret);
    expect(text).toContain("*****6789");
    expect(text).toContain("*****0021");
  });
});
