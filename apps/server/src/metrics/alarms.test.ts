import { readFileSync } from "node:fs";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { addFailedWrite, paymentRow } from "@countinghouse/api/testing/ledger-writes";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scrape } from "./scrape.ts";

const text = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");

const ALARMS = text("deploy/alerts.yaml");
const DASHBOARD = text("deploy/grafana/countinghouse.json");
const RUNBOOK = text("docs/runbook.md");
const OPERATIONS = text("docs/operations.md");

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const namedIn = (document: string): string[] => [
  ...new Set(document.match(/\b(?:countinghouse|process|nodejs)_[a-z0-9_]+\b/g)),
];
/** Returns the name of a metric without the suffix of its parts. */
const measure = (name: string): string => name.replace(/_(bucket|count|sum)$/, "");

/** Returns the metrics of a process: those of this moment, and those of the database that are reported only at times. */
async function told(): Promise<Set<string>> {
  await addFailedWrite(api, { sheet: "Payments", rows: [paymentRow("Maria")] });
  const now = Array.from((await scrape(api.services)).matchAll(/^# TYPE (\S+) /gm), ([, name = ""]) => name);
  const code = text("apps/server/src/metrics/scrape.ts");
  const asked = Array.from(code.matchAll(/\bgauge\(\s*"(\w+)"/g), ([, name]) => `countinghouse_${name}`);
  return new Set([...now, ...asked]);
}

it.each([
  ["alarms", ALARMS],
  ["dashboard", DASHBOARD],
])("uses only metrics that a process reports: %s", async (_, document) => {
  const metrics = await told();
  expect(metrics.size).toBeGreaterThan(30);
  expect(namedIn(document).filter((name) => !metrics.has(name) && !metrics.has(measure(name)))).toEqual([]);
});

it("has every metric of the product in the table of the document", async () => {
  const ours = [...(await told())].filter((name) => name.startsWith("countinghouse_"));
  expect(ours.filter((name) => !OPERATIONS.includes(name))).toEqual([]);
});

it("has one section of the runbook for each alarm, and no other section", () => {
  const alarms = Array.from(ALARMS.matchAll(/- alert: (\w+)/g), ([, name = ""]) => name);
  const parts = Array.from(RUNBOOK.matchAll(/^## (\w+)$/gm), ([, name = ""]) => name);
  expect(parts).toEqual(alarms);
  const runbooks = Array.from(
    ALARMS.matchAll(/runbook: "docs\/runbook\.md#(\w+)"/g),
    ([, part = ""]) => part,
  );
  expect(runbooks).toEqual(alarms.map((name) => name.toLowerCase()));
});

it("has an alarm for each metric that needs one", () => {
  for (const metric of [
    "countinghouse_payments",
    "countinghouse_outbox_messages",
    "countinghouse_audit_unlinked_oldest_seconds",
    "countinghouse_pool_waiting",
    "countinghouse_database_up",
    "countinghouse_clock_differs",
    "countinghouse_chain_findings",
    "countinghouse_chain_check_age_seconds",
    "countinghouse_work_differences",
    "countinghouse_return_rate_percent",
    "countinghouse_backup_age_seconds",
  ])
    expect(namedIn(ALARMS)).toContain(metric);
});
