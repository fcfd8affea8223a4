import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import SystemPage, { type System } from "./system-page.tsx";

const AT = new Date("2026-11-20T17:00:00Z");
const ago = (minutes: number) => new Date(AT.getTime() - minutes * 60_000);

const SYSTEM: System = {
  readAt: AT,
  version: "1.2.3",
  node: "24.21.0",
  database: { version: "18.4", answeredInMs: 3 },
  replica: null,
  standing: {
    connections: { open: 34, most: 100 },
    outbox: [{ topic: "LEDGER_SHEET", state: "FAILED", count: 4, oldestAt: ago(180) }],
    payments: [{ state: "SUBMITTED", count: 12, oldestAt: ago(2) }],
    bulk: [{ kind: "REVERT", state: "PAUSED", rows: 7, lastProgressAt: ago(20) }],
    sessions: 5,
    auditTail: 0,
    chainCheck: null,
    workKept: { comparedAt: null, differed: 0, first: "" },
    clockProblem: "",
    lastBackupAt: null,
    oldestUnlinkedAt: null,
  },
  vendors: [
    { vendor: "ach", name: "Payliance", whyOff: null, asked: 10, failed: 6, lastSuccessAt: ago(5) },
    {
      vendor: "cards",
      name: "TabaPay",
      whyOff: "Card payments are off: TabaPay is not set up here.",
      asked: 0,
      failed: 0,
      lastSuccessAt: null,
    },
    { vendor: "mail", name: "Mail", whyOff: null, asked: 3, failed: 0, lastSuccessAt: ago(1) },
  ],
  processes: [
    { id: "a", role: "web", host: "web-1", startedAt: ago(60), heartbeatAt: ago(0) },
    { id: "b", role: "worker", host: "worker-1", startedAt: ago(60), heartbeatAt: ago(2) },
  ],
  policyReports: [
    {
      id: "r",
      directive: "script-src",
      blocked: "https://evil.test",
      source: "index.js:7",
      count: 3,
      lastAt: ago(1),
    },
  ],
};

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("system.get", () => SYSTEM);
});

const open = () => renderPage(<SystemPage />, { at: "/admin/settings/system" });
const row = async (table: string, text: string) => {
  const held = within(await screen.findByRole("table", { name: table }));
  return (await held.findByText(text)).closest("tr") as HTMLElement;
};

it("says which version runs and that the database answers", async () => {
  open();
  expect(await screen.findByText("Countinghouse 1.2.3 on Node.js 24.21.0")).toBeTruthy();
  expect(screen.getByText("PostgreSQL 18.4, answered in 3 ms")).toBeTruthy();
  expect(screen.getByText("34 of 100")).toBeTruthy();
  expect(screen.getByText("Every event is linked to the chain")).toBeTruthy();
});

it.each([
  [null, "Not checked yet: a worker checks them each night"],
  [{ findings: 0, first: "" }, "Checked 2026-11-20 03:00:00: no changed rows"],
  [
    { findings: 2, first: "Event 7 was removed." },
    "Checked 2026-11-20 03:00:00: 2 rows are not as originally written. First: Event 7 was removed.",
  ],
])("says what the nightly check of audit and ledger found: %j", async (found, said) => {
  const chainCheck = found && { ...found, checkedAt: new Date("2026-11-20T08:00:00Z") };
  mockTrpc.query("system.get", () => ({ ...SYSTEM, standing: { ...SYSTEM.standing, chainCheck } }));
  open();
  expect(await screen.findByText(said)).toBeTruthy();
});

it.each([
  [{ comparedAt: null, differed: 0 }, "Not compared yet: a worker compares it each night"],
  [{ comparedAt: AT, differed: 0 }, /^Compared 2026-11-20 .*: no differences$/],
  [{ comparedAt: AT, differed: 2 }, /: 2 items were corrected\. First: BREAK 2026-11-19$/],
])("says what the nightly comparison of what waits found: %j", async (found, said) => {
  const workKept = { ...found, first: "BREAK 2026-11-19" };
  mockTrpc.query("system.get", () => ({ ...SYSTEM, standing: { ...SYSTEM.standing, workKept } }));
  open();
  expect(await screen.findByText(said)).toBeTruthy();
});

it.each([
  [null, "None yet. Run npm run backup"],
  [ago(59), "2026-11-20 11:01:00, less than an hour ago"],
  [ago(26 * 60), "2026-11-19 10:00:00, 26 hours ago"],
  [ago(9 * 24 * 60), "2026-11-11 12:00:00, 9 days ago"],
])("says how old the last backup is: %s", async (lastBackupAt, said) => {
  mockTrpc.query("system.get", () => ({ ...SYSTEM, standing: { ...SYSTEM.standing, lastBackupAt } }));
  open();
  expect(await screen.findByText(said)).toBeTruthy();
});

it("says of each vendor whether it is well, failing or off", async () => {
  open();
  expect((await row("Vendors", "Payliance")).textContent).toContain("Failing106 · 60.0 %2026-11-20 11:55:00");
  expect((await row("Vendors", "TabaPay")).textContent).toContain("Off");
  expect((await row("Vendors", "Mail")).textContent).toContain("Healthy");
});

it("lists what waits, what a person has to see first, and a process that is not heard of", async () => {
  open();
  const table = within(await screen.findByRole("table", { name: "Waiting" }));
  expect(table.getAllByRole("row").map((each) => each.textContent)).toEqual([
    "TypeStateCountOldest, or last progress",
    "Rows for the ledger sheetFailed43 hours ago",
    "PaymentsAccepted by the processor122 minutes ago",
    "Batch refund rowsPaused720 minutes ago",
  ]);
  expect((await row("Processes", "worker-1")).textContent).toContain("No heartbeat for 30 seconds");
  expect((await row("Processes", "web-1")).textContent).toContain("Just now");
});

it("says so where nothing waits", async () => {
  mockTrpc.query("system.get", () => ({
    ...SYSTEM,
    standing: { ...SYSTEM.standing, outbox: [], payments: [], bulk: [] },
  }));
  open();
  expect(await screen.findByText(/^Nothing is waiting/)).toBeTruthy();
});

it("is read again by Refresh", async () => {
  const { user } = open();
  await screen.findByText("Countinghouse 1.2.3 on Node.js 24.21.0");
  mockTrpc.query("system.get", () => ({ ...SYSTEM, version: "1.2.4" }));
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  expect(await screen.findByText("Countinghouse 1.2.4 on Node.js 24.21.0")).toBeTruthy();
});

it("tells another role why there is nothing, and asks for nothing", async () => {
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "ADMIN" as const }));
  mockTrpc.query("system.get", () => {
    throw new Error("asked");
  });
  open();
  expect(await screen.findByText("Only SUPERADMIN can do this.")).toBeTruthy();
});

it("tells what browsers reported of the content policy", async () => {
  open();
  const reported = await row("Blocked by the content policy", "script-src");
  expect(within(reported).getByText("https://evil.test")).toBeTruthy();
  expect(within(reported).getByText("3")).toBeTruthy();
});

it.each<[System["replica"], string]>([
  [null, "None is set up"],
  [{ behindMs: 1_200, mostMs: 10_000 }, "Answers, 2 seconds behind at most"],
  [
    { behindMs: 61_000, mostMs: 10_000 },
    "Late, 61 seconds behind at most: reports read from the database itself",
  ],
  [{ behindMs: null, mostMs: 10_000 }, "Does not answer: reports read from the database itself"],
])("says how the replica stands: %j", async (replica, words) => {
  mockTrpc.query("system.get", () => ({ ...SYSTEM, replica }));
  open();
  expect(await screen.findByText(words)).toBeTruthy();
});
