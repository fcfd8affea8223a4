import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { forgetAttempts } from "@countinghouse/api/testing/signing-in";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { POLICY_REPORTS_PATH } from "./policy-reports.ts";
import { type Served, serve } from "./testing/serve.ts";

let api: TestApi;
let served: Served;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  served = await serve(api.services);
});
afterEach(async () => {
  await served.close();
  await forgetAttempts(api);
  await api.database.unsafeTransaction((tx) => tx.policyReport.deleteMany({}));
});
afterAll(() => api.close());

const send = async (body: unknown) =>
  (await served.post(POLICY_REPORTS_PATH, typeof body === "string" ? body : JSON.stringify(body))).status;
const violation = (changed: Record<string, unknown> = {}) => ({
  type: "csp-violation",
  url: "https://console.example.test/admin/user-detail?user_id=10001",
  body: {
    effectiveDirective: "script-src-elem",
    blockedURL: "https://evil.test/x.js?ssn=900123456",
    documentURL: "https://console.example.test/admin/user-detail?user_id=10001",
    sourceFile: "https://console.example.test/assets/index-abc.js?x=1",
    lineNumber: 7,
    sample: "900-12-3456",
    ...changed,
  },
});
const shown = async () => (await (await api.as("SUPERADMIN")).system.get()).policyReports;

it("counts and shows reports in either format by kind, without the customer of the page", async () => {
  expect(await send([violation(), violation(), { type: "deprecation", body: {} }])).toBe(204);
  expect(
    await send({
      "csp-report": {
        "effective-directive": "style-src-attr",
        "blocked-uri": "inline",
        "document-uri": "https://console.example.test/admin/user-detail?user_id=10001",
      },
    }),
  ).toBe(204);
  const kinds = (await shown()).toSorted((one, other) => one.directive.localeCompare(other.directive));
  expect(kinds).toMatchObject([
    { directive: "script-src-elem", blocked: "https://evil.test", source: "index-abc.js:7", count: 2 },
    { directive: "style-src-attr", blocked: "inline", source: "", count: 1 },
  ]);
  expect(JSON.stringify(await shown())).not.toMatch(/10001|900/);
});

it.each(["", "{", "[]", "null", '{"csp-report":5}', '[{"type":"csp-violation","body":{}}]'])(
  "accepts %j, which is no report, without storing it",
  async (body) => {
    expect(await send(body)).toBe(204);
    expect(await shown()).toEqual([]);
  },
);

it("refuses a report that is too large, and an address that sends too many", async () => {
  expect(await send([violation({ sourceFile: "x".repeat(20_000) })])).toBe(413);
  const seen = new Set<number>();
  for (let time = 0; time < 61; time++) seen.add(await send([]));
  expect([...seen]).toEqual([204, 429]);
});

it("stores at most 200 kinds, and goes on counting known ones", async () => {
  const kinds = Array.from({ length: 20 }, (_, index) => index);
  for (let page = 0; page < 11; page++)
    await send(kinds.map((index) => violation({ effectiveDirective: `d${page * 20 + index}` })));
  expect(await api.database.read.policyReport.count()).toBe(200);
  await send([violation({ effectiveDirective: "d0" })]);
  expect(await api.database.read.policyReport.findFirst({ where: { directive: "d0" } })).toMatchObject({
    count: 2,
  });
});
