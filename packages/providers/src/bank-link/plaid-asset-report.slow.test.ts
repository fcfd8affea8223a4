import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { createPlaidBankLink, type PlaidConfig } from "./plaid.ts";
import type { AssetReport, BankLink } from "./port.ts";

const LINK = "access-sandbox-ins_109508.acc-7:checking:4000000259";
const OTHER = "access-sandbox-user-9";
const NOW = Date.parse("2026-03-13T17:00:00Z");

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date(NOW) });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("a report is PENDING first and READY later, with what was asked for", async () => {
  const user = { userId: "7", firstName: "Ada", lastName: "Quill", email: "ada@example.com" };
  const { assetReportToken, assetReportId } = await plaid().createAssetReport({
    accessTokens: [LINK, OTHER],
    days: 60,
    user,
  });
  expect(await plaid().assetReport(assetReportToken)).toEqual({ state: "PENDING" });
  const report = await readReport(assetReportToken);
  expect(report).toMatchObject({ assetReportId, generatedAt: new Date(NOW), days: 60, warnings: [] });
  expect(report.items.map(({ institutionName }) => institutionName)[0]).toBe("First Platypus Bank");
  expect(report.items).toHaveLength(2);
  expect(report.items[0]?.accounts[0]).toMatchObject({
    accountId: "acc-7",
    mask: "0259",
    daysAvailable: 60,
    owners: [{ names: ["Ada Quill"], emails: ["ada@example.com"], addresses: [{ country: "US" }] }],
  });
});

test("balances of a report go back day by day and agree with its transactions", async () => {
  const { assetReportToken } = await plaid().createAssetReport({ accessTokens: [LINK], days: 720 });
  const [account] = (await readReport(assetReportToken)).items[0]?.accounts ?? [];
  expect(account?.historicalBalances).toHaveLength(720);
  expect(account?.historicalBalances[0]).toEqual({ date: "2026-03-13", currentCents: account?.currentCents });
  const pending = account?.transactions.filter((one) => one.pending) ?? [];
  const pendingCents = pending.reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect((account?.availableCents ?? 0) - (account?.currentCents ?? 0)).toBe(pendingCents);
  expect(account?.transactions.length).toBeGreaterThan(1000);
});

test("refreshing orders a new report under a new token", async () => {
  const first = await plaid().createAssetReport({ accessTokens: [LINK], days: 60 });
  await readReport(first.assetReportToken);
  sandbox.clock.advance(86_400);
  const second = await plaid().refreshAssetReport(first.assetReportToken, 90);
  expect(second.assetReportToken).not.toBe(first.assetReportToken);
  expect(second.assetReportId).not.toBe(first.assetReportId);
  expect(await plaid().assetReport(second.assetReportToken)).toEqual({ state: "PENDING" });
  expect(await readReport(second.assetReportToken)).toMatchObject({ days: 90 });
  expect(await readReport(first.assetReportToken)).toMatchObject({ days: 60 });
});

test("a report on a broken link is an ERROR, and stays one when the link is mended", async () => {
  await setError("ITEM_LOGIN_REQUIRED");
  const { assetReportToken } = await plaid().createAssetReport({ accessTokens: [LINK], days: 60 });
  expect(await plaid().assetReport(assetReportToken)).toEqual({ state: "PENDING" });
  sandbox.clock.advance(8);
  await setError(null);
  expect(await plaid().assetReport(assetReportToken)).toMatchObject({
    state: "ERROR",
    code: "DATA_UNAVAILABLE",
  });
});

test("a report as PDF is a PDF, and longer the further it goes back", async () => {
  const sizes = [];
  for (const days of [60, 720]) {
    const { assetReportToken } = await plaid().createAssetReport({ accessTokens: [LINK], days });
    await expect(plaid().assetReportPdf(assetReportToken)).rejects.toMatchObject({
      kind: "unavailable",
      vendorCode: "PRODUCT_NOT_READY",
    });
    sandbox.clock.advance(8);
    const file = Buffer.from(await plaid().assetReportPdf(assetReportToken));
    expect(file.subarray(0, 5).toString()).toBe("%PDF-");
    expect(file.subarray(-6).toString()).toContain("%%EOF");
    sizes.push(file.length);
  }
  expect(sizes[1]).toBeGreaterThan((sizes[0] ?? 0) * 3);
});

test("a PDF over fewer days than were ordered holds less", async () => {
  const whole = await plaid().assetReportPdf("assets-sandbox-user-9");
  const part = await plaid().assetReportPdf("assets-sandbox-user-9", 60);
  expect(part.length).toBeLessThan(whole.length / 2);
});

test("a PDF that is cut short is not handed on", async () => {
  sandbox.faults.add({ provider: "plaid", kind: "invalidJson", path: "/pdf/" });
  await expect(plaid().assetReportPdf("assets-sandbox-user-9")).rejects.toMatchObject({
    kind: "unavailable",
    status: 200,
  });
});

test("a report token that is none is refused, not pending", async () => {
  await expect(plaid().assetReport("something")).rejects.toMatchObject({
    kind: "refused",
    vendorCode: "INVALID_ASSET_REPORT_TOKEN",
  });
});

test.each([
  "timeoutBeforeEffect",
  "timeoutAfterEffect",
  "resetAfterEffect",
  "invalidJson",
  "status",
] as const)("after %s it is unknown whether a report was ordered", async (kind) => {
  sandbox.faults.add({ provider: "plaid", kind, status: 500, path: "/create" });
  const ordered = plaid({ deadlineMs: 1_500 }).createAssetReport({ accessTokens: [LINK], days: 60 });
  await expect(ordered).rejects.toMatchObject({ kind: "unknown" });
  expect(sandbox.calls.counts().plaid).toBe(1);
});

function plaid(changes: Partial<PlaidConfig> = {}): BankLink {
  return createPlaidBankLink({ ...sandbox.plaid, deadlineMs: 60_000, now: () => new Date(NOW), ...changes });
}

async function readReport(token: string): Promise<AssetReport> {
  sandbox.clock.advance(8);
  const state = await plaid().assetReport(token);
  if (state.state !== "READY") throw new Error(`The report is ${state.state}.`);
  return state.report;
}

async function setError(error: string | null): Promise<void> {
  const url = `${sandbox.origin}/__sandbox/plaid/items/${LINK}`;
  expect((await fetch(url, { method: "POST", body: JSON.stringify({ error }) })).status).toBe(200);
}
