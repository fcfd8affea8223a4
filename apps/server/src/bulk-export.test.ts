import { BULK_EXPORT_PATH } from "@countinghouse/api/bulk-jobs/export";
import {
  bankBalances,
  linkedAccount,
  linkedCustomer,
  startBalance,
  withBanks,
} from "@countinghouse/api/testing/bulk";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Served, serve } from "./testing/serve.ts";

let api: TestApi;
let served: Served;
let token: string;
let batchId: string;
beforeAll(async () => {
  api = await createTestApi();
  withBanks(api, () => [linkedAccount()]);
  served = await serve(api.services);
  token = await openSession(api, "VIEWER");
  ({ batchId } = await startBalance(api, bankBalances([await linkedCustomer(api)])));
  await api.services.bulkJobs.drain("BULK_BALANCE");
});
afterAll(async () => {
  await served.close();
  await api.close();
});

const ask = (of: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  served.post(`${BULK_EXPORT_PATH}${of}`, "", headers);

it("exports the rows of a batch as a file that has the name of its kind and is never cached", async () => {
  const { status, text, headers } = await ask(batchId);
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toBe('attachment; filename="bulk-plaid-balance.csv"');
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(text.trimEnd().split("\n")).toHaveLength(2);
});

it("refuses a visitor, an unknown batch and an invalid id", async () => {
  expect(await ask(batchId, {})).toMatchObject({ status: 401 });
  const missing = await ask("01890000-0000-7000-8000-000000000000");
  expect([missing.status, JSON.parse(missing.text)]).toMatchObject([
    404,
    { message: "There is no such batch." },
  ]);
  const wrong = await ask("..%2f..%2fetc");
  expect([wrong.status, JSON.parse(wrong.text)]).toMatchObject([400, { code: "INVALID" }]);
});
