import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addUserWithSsn } from "../testing/customers.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

const REASON = "The customer asks which number we have.";

let api: TestApi;
let holder: number;
let without: number;
beforeAll(async () => {
  api = await createTestApi();
  ({ id: holder } = await addUserWithSsn(api, "501832746"));
  ({ id: without } = await api.user());
  const einSealed = api.vault.seal({ table: "users", column: "ein_sealed", rowId: holder }, "123456789");
  await api.database.unsafeTransaction((tx) =>
    tx.user.update({ where: { id: holder }, data: { einSealed } }),
  );
});
afterAll(() => api.close());

const reveal = async (
  role: Role,
  field: "ssn" | "ein",
  {
    requestId = randomUUID(),
    userId = holder,
    reason = REASON,
  }: Partial<Record<"requestId" | "reason", string>> & { userId?: number } = {},
) => (await api.as(role)).users.reveal({ requestId, userId, field, reason });

it.each([
  ["SUPERADMIN", "ssn", "501-83-2746"],
  ["SUPERADMIN", "ein", "12-3456789"],
  ["EMPLOYEE", "ein", "12-3456789"],
] as const)(
  "shows a %s the %s in full, and records the reason without the number",
  async (role, field, number) => {
    expect(await reveal(role, field)).toEqual({ number });
    expect(await lastAuditEvent(api, "users.reveal")).toMatchObject({
      subjectType: "user",
      subjectId: String(holder),
      after: { field, reason: REASON },
    });
    const { rows } = await api.database.pool.query(
      "SELECT 1 FROM audit_event e WHERE e::text ~ '501-?83-?2746|12-?3456789'",
    );
    expect(rows).toEqual([]);
  },
);

it("shows the number again to a repeated request, with one event for each time", async () => {
  const before = await countAuditEvents(api, "users.reveal");
  const requestId = randomUUID();
  expect(await reveal("SUPERADMIN", "ssn", { requestId })).toEqual(
    await reveal("SUPERADMIN", "ssn", { requestId }),
  );
  expect(await countAuditEvents(api, "users.reveal")).toBe(before + 2);
  await expectRefusal(reveal("SUPERADMIN", "ein", { requestId }), "CONFLICT");
  expect(await countAuditEvents(api, "users.reveal")).toBe(before + 2);
});

it.each(["ADMIN", "EMPLOYEE"] as const)(
  "rejects a reveal of the SSN for the role %s, with any reason",
  async (role) => {
    await expectRefusal(reveal(role, "ssn"), "FORBIDDEN", `The SSN is masked for the role ${role}.`);
  },
);

it("rejects a missing reason and an unknown customer, and returns an empty text without a number", async () => {
  await expect(reveal("SUPERADMIN", "ssn", { reason: " " })).rejects.toThrow("Please Input Reason!");
  await expectRefusal(reveal("SUPERADMIN", "ssn", { userId: 999_999 }), "NOT_FOUND");
  expect(await reveal("SUPERADMIN", "ssn", { userId: without })).toEqual({ number: "" });
});
