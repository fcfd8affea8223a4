import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { ProviderError } from "../provider-error.ts";
import { failure } from "../testing/failure.ts";
import { LEDGER_HEADINGS, payment, readRows } from "../testing/ledger-sheet.ts";
import { answering } from "../testing/payliance.ts";
import { createGoogleSheets, type GoogleSheetsConfig } from "./google-sheets.ts";
import type { LedgerRow, LedgerSheet } from "./port.ts";

const SHORT_DEADLINE_MS = 300;

let sandbox: Sandbox;
let time = Date.now();
const now = () => new Date(time);
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("appended rows stand in the sheet, each with its id after the last cell", async () => {
  const sheets = ledger();
  const { range } = await sheets.append("Payments", [payment("p1"), payment("p2")]);
  expect(range).toBe("Payments!A2:I3");
  expect(sandbox.sheets.contents().Payments).toEqual([
    [...LEDGER_HEADINGS.Payments, "Row Id"],
    [...payment("p1").cells, "p1"],
    [...payment("p2").cells, "p2"],
  ]);
  expect(await sheets.append("Payments", [payment("p3")])).toEqual({ range: "Payments!A4:I4" });
});

test.each([
  ["Payments", 8, "Payments!A2:I2"],
  ["New Accounts", 35, "'New Accounts'!A2:AJ2"],
  ["Upcoming", 16, "Upcoming!A2:Q2"],
] as const)("a row of %s has %i cells and is found by its id", async (sheet, columns, range) => {
  const cells = Array.from({ length: columns }, (_, index) => index);
  expect(await ledger().append(sheet, [{ rowId: "r1", cells }])).toEqual({ range });
  expect(await ledger().find(sheet, ["r1", "r2"])).toEqual(new Map([["r1", range]]));
});

test("a row with another number of cells is refused before anything is sent", async () => {
  const sent = ledger().append("Payments", [{ rowId: "p1", cells: ["too", "few"] }]);
  await expect(sent).rejects.toMatchObject({ kind: "refused" });
  expect(sandbox.calls.list()).toEqual([]);
});

test("a row is found where it stands now, after rows were written around it", async () => {
  const sheets = ledger();
  for (const id of ["p1", "p2", "p3"]) await sheets.append("Payments", [payment(id)]);
  expect(await sheets.find("Payments", ["p3", "p1", "gone"])).toEqual(
    new Map([
      ["p1", "Payments!A2:I2"],
      ["p3", "Payments!A4:I4"],
    ]),
  );
});

test("the sheet is read row by row to its end, amounts as numbers, and rows of others without an id", async () => {
  const sheets = ledger();
  const rows = Array.from({ length: 5_002 }, (_, index) => payment(`p${index + 1}`));
  await sheets.append("Payments", rows);
  const byHand = { sheet: "Payments", firstRow: 1, lastRow: undefined, firstColumn: 1, lastColumn: 9 };
  const typed = [[null], ["2026-03-02", 7, "Ada Quill", -90]];
  sandbox.sheets.append(byHand, typed, { input: "RAW", insertRows: true });
  const read = await readRows(sheets, "Payments");
  expect(read).toHaveLength(5_003);
  expect(read[0]).toMatchObject({ ...payment("p1"), row: 2 });
  expect(read[5_001]).toMatchObject({ ...payment("p5002"), row: 5_003 });
  const hand = ["2026-03-02", 7, "Ada Quill", -90];
  expect(read.at(-1)).toEqual({ row: 5_005, rowId: "", cells: [...hand, "", "", "", ""], line: hand });
});

test("a sheet that ends with a page is read to there, and an empty one has no rows", async () => {
  const sheets = ledger();
  expect(await readRows(sheets, "Upcoming")).toEqual([]);
  const full = Array.from({ length: 4_999 }, (_, index) => payment(`p${index + 1}`));
  await sheets.append("Payments", full);
  expect(await readRows(sheets, "Payments")).toHaveLength(4_999);
  sandbox.faults.add({ provider: "google", kind: "status", status: 400, method: "GET" });
  const refused = await failure(readRows(sheets, "Payments"));
  expect(refused).toMatchObject({ kind: "refused", status: 400 });
});

test("text that looks like a formula stays text", async () => {
  const { cells } = payment("p1");
  await ledger().append("Payments", [{ rowId: "p1", cells: cells.with(3, "=1+1") }]);
  expect(sandbox.sheets.contents().Payments?.[1]?.[3]).toBe("=1+1");
});

test("a token is asked for once and kept until a minute before it expires", async () => {
  const sheets = ledger();
  await sheets.append("Payments", [payment("p1")]);
  time += 3_538_000;
  await sheets.find("Payments", ["p1"]);
  expect(tokenRequests()).toBe(1);
  time += 2_000;
  await sheets.find("Payments", ["p1"]);
  expect(tokenRequests()).toBe(2);
});

test("calls made at once share one token", async () => {
  const sheets = ledger();
  await Promise.all(["p1", "p2", "p3"].map((id) => sheets.append("Payments", [payment(id)])));
  expect(tokenRequests()).toBe(1);
  expect(await sheets.find("Payments", ["p1", "p2", "p3"])).toHaveProperty("size", 3);
});

test("calls that find the token expired, or refused, at once get one new token together", async () => {
  const sheets = ledger();
  await sheets.find("Payments", []);
  time += 3_600_000;
  await Promise.all([sheets.find("Payments", []), sheets.find("Payments", [])]);
  expect(tokenRequests()).toBe(2);
  sandbox.faults.add({ provider: "google", kind: "status", status: 401, method: "GET", times: 2 });
  await Promise.all([sheets.find("Payments", []), sheets.find("Payments", [])]);
  expect(tokenRequests()).toBe(3);
});

test("a token that Google no longer knows is replaced without a word", async () => {
  const sheets = ledger();
  await sheets.find("Payments", ["p1"]);
  sandbox.faults.add({ provider: "google", kind: "status", status: 401, path: ":append" });
  await sheets.append("Payments", [payment("p1")]);
  expect(tokenRequests()).toBe(2);
  expect(rowIds()).toEqual(["p1"]);
});

test("wrong credentials are refused, and no key is in the message", async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const private_key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const stranger = ledger({ credentials: { ...sandbox.google.credentials, private_key } });
  const error = await failure(stranger.append("Payments", [payment("p1")]));
  expect(error).toMatchObject({ kind: "refused", status: 400, vendorCode: "invalid_grant" });
  const broken = ledger({
    credentials: { ...sandbox.google.credentials, private_key: "-----BEGIN nothing" },
  });
  const unread = await failure(broken.append("Payments", [payment("p1")]));
  expect(unread.kind).toBe("refused");
  expect(unread.message).not.toContain("BEGIN");
});

test("another spreadsheet is refused", async () => {
  const error = await failure(ledger({ spreadsheetId: "other" }).append("Payments", [payment("p1")]));
  expect(error).toMatchObject({ kind: "refused", status: 404, vendorCode: "NOT_FOUND" });
});

test("over quota is unavailable: nothing was written, and it is not tried again by itself", async () => {
  sandbox.faults.add({ provider: "google", kind: "quota", path: ":append" });
  const error = await failure(ledger().append("Payments", [payment("p1")]));
  expect(error).toMatchObject({ kind: "unavailable", status: 429, vendorCode: "RESOURCE_EXHAUSTED" });
  expect(rowIds()).toEqual([]);
  expect(appendRequests()).toBe(1);
});

test.each([
  ["timeoutBeforeEffect", []],
  ["timeoutAfterEffect", ["p1"]],
  ["resetBeforeEffect", []],
  ["resetAfterEffect", ["p1"]],
  ["invalidJson", ["p1"]],
] as const)("after %s an append is unknown, sent once, and find tells what is there", async (kind, there) => {
  sandbox.faults.add({ provider: "google", kind, path: ":append" });
  const sheets = ledger({ deadlineMs: SHORT_DEADLINE_MS });
  const error = await failure(sheets.append("Payments", [payment("p1")]));
  expect(error.kind).toBe("unknown");
  expect(appendRequests()).toBe(1);
  expect([...(await sheets.find("Payments", ["p1"])).keys()]).toEqual(there);
});

test.each([500, 502, 503, 504])("a %i on an append is unknown", async (status) => {
  sandbox.faults.add({ provider: "google", kind: "status", status, path: ":append" });
  const error = await failure(ledger().append("Payments", [payment("p1")]));
  expect(error).toMatchObject({ kind: "unknown", status });
});

test("reading before each repeat leaves every row there exactly once, whatever happens", async () => {
  const sheets = ledger({ deadlineMs: SHORT_DEADLINE_MS });
  const ids = Array.from({ length: 12 }, (_, index) => `p${index}`);
  for (const [index, id] of ids.entries()) {
    if (index % 3 === 0)
      sandbox.faults.add({ provider: "google", kind: "resetAfterEffect", path: ":append" });
    if (index % 4 === 0) sandbox.faults.add({ provider: "google", kind: "quota", path: ":append" });
    if (index === 5) sandbox.faults.add({ provider: "google", kind: "timeoutAfterEffect", path: ":append" });
    await appendOnce(sheets, payment(id));
  }
  expect(rowIds()).toEqual(ids);
});

test.each(["timeoutBeforeEffect", "resetAfterEffect", "invalidJson", "status"] as const)(
  "a find or a token lost by %s may simply be asked for again",
  async (kind) => {
    sandbox.faults.add({ provider: "google", kind, path: "/token" });
    const sheets = ledger({ deadlineMs: SHORT_DEADLINE_MS });
    expect(await failure(sheets.append("Payments", [payment("p1")]))).toMatchObject({ kind: "unavailable" });
    sandbox.faults.add({ provider: "google", kind, method: "GET" });
    expect(await failure(sheets.find("Payments", ["p1"]))).toMatchObject({ kind: "unavailable" });
    expect(await sheets.find("Payments", ["p1"])).toEqual(new Map());
  },
);

test.each([
  ["Payments!C7:K7", 1],
  ["Payments!A7:I9", 3],
])(
  "a row that was written to %s, %i of them, is not taken for written",
  async (updatedRange, updatedRows) => {
    const vendor = await answering(200, JSON.stringify({ updates: { updatedRange, updatedRows } }));
    const sheets = ledger({ baseUrl: vendor.url });
    expect(await failure(sheets.append("Payments", [payment("p1")]))).toMatchObject({
      kind: "refused",
      vendorCode: "MISPLACED",
      message: expect.stringContaining(updatedRange),
    });
    vendor.close();
  },
);

test("when nobody listens, an append is certainly not done", async () => {
  const gone = await startSandbox({ port: 0, smtpPort: 0 });
  await gone.close();
  const sheets = ledger({ baseUrl: gone.google.baseUrl });
  expect(await failure(sheets.append("Payments", [payment("p1")]))).toMatchObject({
    kind: "unavailable",
    vendorCode: "ECONNREFUSED",
  });
});

function ledger(changes: Partial<GoogleSheetsConfig> = {}): LedgerSheet {
  const { baseUrl, spreadsheetId, credentials } = sandbox.google;
  const usual = { baseUrl, spreadsheetId, credentials, deadlineMs: 60_000, effectWindowMs: 0, now };
  return createGoogleSheets({ ...usual, headings: LEDGER_HEADINGS, ...changes });
}

async function appendOnce(sheets: LedgerSheet, row: LedgerRow): Promise<void> {
  try {
    await sheets.append("Payments", [row]);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === "refused") throw error;
    const there = await sheets.find("Payments", [row.rowId]);
    if (!there.has(row.rowId)) await appendOnce(sheets, row);
  }
}

function rowIds(): unknown[] {
  return (sandbox.sheets.contents().Payments ?? []).slice(1).map((cells) => cells.at(-1));
}

function tokenRequests(): number {
  return sandbox.calls.list().filter(({ path }) => path.endsWith("/token")).length;
}

function appendRequests(): number {
  return sandbox.calls.list().filter(({ path }) => path.endsWith(":append")).length;
}
