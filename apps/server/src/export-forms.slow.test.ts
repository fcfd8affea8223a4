import { AUDIT_EXPORT_PATH } from "@countinghouse/api/audit/export";
import { AUTOMATION_EXPORT_PATH } from "@countinghouse/api/automation/export";
import { BULK_EXPORT_PATH } from "@countinghouse/api/bulk-jobs/export";
import { CHARGEBACKS_EXPORT_PATH } from "@countinghouse/api/chargebacks/export";
import { LEDGER_EXPORT_PATH } from "@countinghouse/api/ledger/export";
import { bankBalances } from "@countinghouse/api/testing/bulk";
import { countAuditEvents, lastAuditEvent } from "@countinghouse/api/testing/expectations";
import type { TestApi } from "@countinghouse/api/testing/harness";
import { parseCsv } from "@countinghouse/api/testing/parse-csv";
import { openPayments, order, payableCustomer, run } from "@countinghouse/api/testing/payable";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { workbookRows } from "@countinghouse/api/testing/workbooks";
import { USERS_EXPORT_PATH } from "@countinghouse/api/users/export";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Served, serve } from "./testing/serve.ts";

let api: TestApi;
let served: Served;
let token: string;
let batchId: string;

beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE"] }));
  const customer = await payableCustomer(api);
  await run(api, order(customer, "SALE"));
  ({ batchId } = await (await api.as("EMPLOYEE")).bulkJobs.startBalance(
    bankBalances([{ id: customer.userId }]),
  ));
  served = await serve(api.services);
  token = await openSession(api, "SUPERADMIN");
});
afterAll(async () => {
  await served.close();
  await api.close();
});

const ask = async (path: string, form?: string) => {
  const address = form === undefined ? path : `${path}${path.includes("?") ? "&" : "?"}form=${form}`;
  const answer = await fetch(`${served.origin}${address}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer;
};

describe.each([
  ["users", () => `${USERS_EXPORT_PATH}?balance=owing`, "users.exported"],
  ["ledger", () => LEDGER_EXPORT_PATH, "ledger.exported"],
  ["audit", () => `${AUDIT_EXPORT_PATH}?what=bulkJobs.start.BULK_BALANCE`, "audit.exported"],
  ["automation", () => AUTOMATION_EXPORT_PATH, "automation.exported"],
  ["chargebacks", () => CHARGEBACKS_EXPORT_PATH, "chargebacks.exported"],
  ["a batch", () => `${BULK_EXPORT_PATH}${batchId}`, "bulkJobs.exported"],
])("the export of %s", (_, path, action) => {
  it("has a correct description, the same lines as a workbook, and an audit event with its rows", async () => {
    const [head = [], ...lines] = parseCsv(await (await ask(path())).text());
    const events = await countAuditEvents(api, action);
    expect(await (await ask(path(), "description")).json()).toEqual({ columns: head, rows: lines.length });
    expect(await countAuditEvents(api, action)).toBe(events);
    const answer = await ask(path(), "xlsx");
    expect(answer.headers.get("content-disposition")).toMatch(/filename=".+\.xlsx"/);
    const rows = await workbookRows(await answer.arrayBuffer());
    expect(rows[0]).toEqual(head);
    expect(rows).toHaveLength(lines.length + 1);
    expect((await lastAuditEvent(api, action)).after).toMatchObject({ rows: lines.length });
  });
});
