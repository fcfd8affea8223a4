import { LEDGER_SHEET_COLUMNS } from "@countinghouse/validators/ledger-writes/rules";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addFailedWrite, paymentRow } from "../testing/ledger-writes.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  await api.database.pool.query("DELETE FROM outbox_message");
});
afterAll(() => api.close());

it("the list shows the routing number of a new account to the roles that see it, and nothing but its end to the others", async () => {
  const cells = LEDGER_SHEET_COLUMNS["New Accounts"].map((column) =>
    column === "Routing Number" ? "021000021" : column,
  );
  await addFailedWrite(api, { sheet: "New Accounts", rows: [cells] });
  const shown = async (role: Role) =>
    (await (await api.as(role)).ledgerWrites.list()).failures[0]?.values[0]?.[32];
  for (const role of ["SUPERADMIN", "ADMIN", "EMPLOYEE"] as const)
    expect(await shown(role)).toBe("021000021");
  for (const role of ["VIEWER", "AUDITOR"] as const) expect(await shown(role)).toBe("*****0021");
});

it("the list is a look at the customers of its rows", async () => {
  const [first, second] = [await api.user(), await api.user()];
  const about = (id: number) => paymentRow("Maria Delgado").with(1, id);
  await addFailedWrite(api, { sheet: "Payments", rows: [about(first.id)] });
  await addFailedWrite(api, { sheet: "Upcoming", rows: [about(first.id), about(second.id)] });
  await addFailedWrite(api, { sheet: "Refunds", rows: [["=1+1", 2]] });
  await (await api.as("VIEWER")).ledgerWrites.list();
  expect((await lastAuditEvent(api, "users.readList")).after).toMatchObject({
    procedure: "ledgerWrites.list",
    userIds: expect.toSatisfy(
      (ids: number[]) => ids.length === 2 && ids.includes(first.id) && ids.includes(second.id),
    ),
  });
});
