import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { createSftpFileTransfer } from "../file-transfer/sftp.ts";
import { control } from "../testing/control.ts";
import { failure } from "../testing/failure.ts";
import { all } from "../testing/payliance.ts";
import { createTabaPayCards } from "./tabapay.ts";

const CARD = "x7Gq_2Zk-90aBcDeFgHiJk";
const ROW = {
  ISO: "3021",
  MID: "0044",
  "Merchant Reference ID": "a1",
  "Original Transaction ID": "TabaPay_TransactionID_",
  "Exception ID": "EX1",
  "Exception type": "CHARGEBACK",
  "Exception Code": "10.4",
  "Exception Description": "Other fraud",
  "Action-Status": "Open",
  "Exception Network": "Visa",
  "Last 4": "1111",
  "Original Settled Amount": "12.50",
  "Exception Settled Amount": "12.50",
  "CB ID": "",
  Firstname: "Ana",
  Lastname: "Diaz",
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date("2026-03-03T17:00:00Z") });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("what befell a payment stands in the report of the next day, with its reason and its money", async () => {
  const reference = await sale("a1", 12_513);
  await sale("a2", 12_500);
  sandbox.clock.advance(86_400);
  expect(await exceptions()).toEqual([
    {
      exceptionId: expect.stringMatching(/^EX\d+$/),
      type: "CHARGEBACK",
      code: expect.stringMatching(/^(10\.4|4837)$/),
      description: expect.stringMatching(/fraud|authorization/i),
      day: "2026-03-04",
      status: "Chargeback Received",
      caseId: expect.stringMatching(/^CB/),
      key: "a1",
      originalReference: reference,
      mid: "0044",
      network: expect.stringMatching(/^(Visa|MasterCard)$/),
      last4: expect.stringMatching(/^\d{4}$/),
      originalAmountCents: 12_513,
      amountCents: 12_513,
      firstName: expect.any(String),
      lastName: expect.any(String),
    },
  ]);
});

test("of a day without a report yet, and of one on which nothing happened, nothing is told", async () => {
  expect(await exceptions()).toEqual([]);
  sandbox.clock.advance(86_400);
  expect(await exceptions()).toEqual([]);
});

test.each(["CHARGEBACK", "REPRESENTMENT", "Return"])("a %s that was ordered is reported", async (type) => {
  await sale("a1", 12_500);
  const answer = await fetch(`${sandbox.origin}/__sandbox/tabapay/chargeback`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ referenceID: "a1", code: "13.2", type }),
  });
  expect(answer.status).toBe(204);
  sandbox.clock.advance(86_400);
  expect(await exceptions()).toMatchObject([
    { type, code: "13.2", description: "Cancelled recurring", key: "a1" },
  ]);
});

test("the reports of several programmes are read as one, and no other file is taken for a report", async () => {
  report("3021_0044_20260304_exceptions_v2-5.csv", row({ "Exception ID": "1", MID: "0044" }));
  report("3021_20260304_exceptions.csv", row({ "Exception ID": "2", MID: "0045", "Last 4": "7" }));
  report("3021_0044_20260304_exceptions_v2-5.csv.part", "half a");
  report("3021_0044_20260305_exceptions_v2-5.csv", row({ "Exception ID": "3" }));
  report("3021_0044_20260304_chargebacks_v2-5.csv", row({ "Exception ID": "4" }));
  expect(await exceptions()).toMatchObject([
    { exceptionId: "1", mid: "0044", last4: "1111" },
    { exceptionId: "2", mid: "0045", last4: "0007" },
  ]);
});

test("quotes, commas, a byte order mark and money as people write it are read", async () => {
  report(
    "3021_0044_20260304_exceptions.csv",
    `\uFEFF${row({ "Exception Description": '"Services, ""not"" received"', "Exception Settled Amount": '"$1,250.50"', "Original Settled Amount": "-1250.5" })}`,
  );
  expect(await exceptions()).toMatchObject([
    {
      description: 'Services, "not" received',
      amountCents: 125_050,
      originalAmountCents: -125_050,
    },
  ]);
});

test.each([
  ["an amount that is none", rows({}, { "Exception Settled Amount": "many" }, { "Exception ID": "EX3" })],
  [
    "a comma that may be a decimal mark",
    rows({}, { "Exception Settled Amount": '"12,50"' }, { "Exception ID": "EX3" }),
  ],
  ["no exception id", rows({}, { "Exception ID": "" }, { "Exception ID": "EX3" })],
  ["a comma too many", rows({}, { "Exception Description": "Services, not" }, { "Exception ID": "EX3" })],
  ["half a line", `${rows({}, { "Exception ID": "EX3" })}3021,0044`],
  ["a quote that is never closed, in a file of its own", rows({}, { "Exception ID": "EX3" })],
  ["a column that is missing, in a file of its own", rows({}, { "Exception ID": "EX3" })],
])("a report with %s is told of, and what can be read is read", async (of, text) => {
  report("3021_0044_20260304_exceptions.csv", text);
  if (of.startsWith("a quote")) report("3021_20260304_exceptions.csv", row({ Firstname: '"Ana' }));
  if (of.startsWith("a column")) report("3021_20260304_exceptions.csv", "ISO,MID\n3021,0044\n");
  const read: string[] = [];
  const reading = async () => {
    for await (const { exceptionId } of cards().findExceptions("2026-03-04")) read.push(exceptionId);
  };
  expect(await failure(reading())).toMatchObject({ kind: "refused", vendorCode: "UNREADABLE_REPORT" });
  expect(read).toEqual(["EX1", "EX3"]);
});

test("the file and its titles are known by the vendor's other names as well", async () => {
  await control(sandbox, "tabapay/settings", { otherNames: true });
  await sale("a1", 12_513);
  sandbox.clock.advance(86_400);
  expect(sandbox.files.list().map(({ path }) => path)).toContain("/reports/20260304_exceptions_v2-5.csv");
  expect(await exceptions()).toMatchObject([{ key: "a1", status: "Chargeback Received" }]);
});

test("a title that is there twice is named: either column may be the one that is meant", async () => {
  const [titles = "", line = ""] = rows({}).split("\n");
  report("3021_20260304_exceptions.csv", `${titles},Last-4\n${line},2222\n`);
  expect(await failure(exceptions())).toMatchObject({
    kind: "refused",
    message: expect.stringContaining("3021_20260304_exceptions.csv the header, with Last 4 more than once,"),
  });
});

test("a title that is missing is named", async () => {
  report("3021_20260304_exceptions.csv", rows({}).replace("CB ID", "Case number"));
  expect(await failure(exceptions())).toMatchObject({
    kind: "refused",
    message: expect.stringContaining("3021_20260304_exceptions.csv the header, without CB ID,"),
  });
});

test("files that cannot be reached are not a day without exceptions", async () => {
  const { reportsFolder, ...access } = sandbox.tabapay;
  const files = createSftpFileTransfer({ ...sandbox.sftp, port: 1, deadlineMs: 60_000 });
  const unreachable = createTabaPayCards({
    ...access,
    deadlineMs: 60_000,
    effectWindowMs: 0,
    files,
    reportsFolder,
  });
  expect(await failure(exceptions(unreachable))).toMatchObject({ kind: "unavailable" });
});

const exceptions = (from = cards()) => all(from.findExceptions("2026-03-04"));

function rows(...changes: Partial<typeof ROW>[]): string {
  const lines = changes.map((changed) => Object.values({ ...ROW, ...changed }));
  return [Object.keys(ROW), ...lines].map((cells) => `${cells.join(",")}\n`).join("");
}

const row = (changes: Partial<typeof ROW>): string => rows(changes);

function report(name: string, text: string): void {
  sandbox.files.write(`/reports/${name}`, Buffer.from(text));
}

async function sale(key: string, amountCents: number): Promise<string> {
  const outcome = await cards().pull({ key, amountCents, cardToken: CARD });
  if (outcome.kind !== "paid") throw new Error("The sale is meant to be paid.");
  return outcome.reference;
}

function cards() {
  const { reportsFolder, ...access } = sandbox.tabapay;
  const files = createSftpFileTransfer({ ...sandbox.sftp, deadlineMs: 60_000 });
  return createTabaPayCards({ ...access, deadlineMs: 60_000, effectWindowMs: 90_000, files, reportsFolder });
}
