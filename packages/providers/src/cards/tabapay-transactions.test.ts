import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { createSftpFileTransfer } from "../file-transfer/sftp.ts";
import { failure } from "../testing/failure.ts";
import { all } from "../testing/payliance.ts";
import { CARD, DAY_SECONDS, sandboxCards } from "../testing/tabapay.ts";
import type { CardTransaction } from "./port.ts";

const DAY = "2026-03-03";
const NAME = "3021_0044_20260303_transactions_v1-0.csv";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date("2026-03-03T17:00:00Z") });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("of a day that is not over there is no report, and one on which nothing happened has an empty one", async () => {
  expect(await sandboxCards(sandbox).findTransactions(DAY)).toBeNull();
  nextDay();
  expect(await transactions()).toEqual([]);
  expect(await sandboxCards(sandbox).findTransactions("2026-03-04")).toBeNull();
});

test("a day's report tells what was paid, in part, declined or sent, with our key and the processor's reference", async () => {
  const reference = await pay("a1", 12_500);
  await pay("a2", 9);
  await pay("a3", 1);
  await sandboxCards(sandbox).push({ key: "a4", amountCents: 90_000, cardToken: CARD });
  nextDay();
  await pay("a5", 700);
  expect(await transactions()).toMatchObject([
    {
      reference,
      key: "a1",
      type: "pull",
      state: "paid",
      status: "COMPLETED",
      code: "00",
      createdAt: new Date("2026-03-03T17:00:00Z"),
      processedAt: new Date("2026-03-03T17:00:00Z"),
      amountCents: 12_500,
      settledCents: 12_500,
      last4: expect.stringMatching(/^\d{4}$/),
      network: expect.stringMatching(/^(Visa|MasterCard)$/),
      mid: "0044",
      firstName: expect.any(String),
      lastName: expect.any(String),
      day: DAY,
    },
    { key: "a2", state: "paid", status: "PARTIAL_COMPLETED", amountCents: 9, settledCents: 4 },
    { key: "a3", state: "declined", code: "ZZ", amountCents: 1, settledCents: 0 },
    { key: "a4", type: "push", state: "paid", amountCents: 90_000, settledCents: 90_000 },
  ]);
});

test("a sale that was undone stands there as paid, and the undoing beside it on its own day", async () => {
  const originalReference = await pay("a1", 12_500);
  const refund = await sandboxCards(sandbox).refund({
    key: "r1",
    amountCents: 12_500,
    cardToken: CARD,
    originalReference,
  });
  const later = await pay("a2", 700);
  nextDay();
  await sandboxCards(sandbox).refund({
    key: "r2",
    amountCents: 700,
    cardToken: CARD,
    originalReference: later,
  });
  nextDay();
  expect(await transactions()).toMatchObject([
    { reference: originalReference, type: "pull", state: "paid", settledCents: 12_500 },
    {
      reference: refund.kind === "paid" && refund.reference,
      originalReference,
      type: "reversal",
      state: "paid",
      key: "",
      settledCents: 12_500,
    },
    { reference: later, type: "pull" },
  ]);
  expect(await transactions("2026-03-04")).toMatchObject([
    { type: "reversal", originalReference: later, settledCents: 700 },
  ]);
});

test("what was not at its end when the day ended is told as pending, and once more on the day it ended", async () => {
  sandbox.clock.advance(12 * 3_600 - 10);
  await pay("a1", 4);
  sandbox.clock.advance(15);
  expect(await transactions()).toMatchObject([{ key: "a1", state: "pending", processedAt: null }]);
  nextDay();
  expect(await transactions("2026-03-04")).toMatchObject([{ key: "a1", state: "paid" }]);
});

test("a report may be late, without our keys, with each row twice and in no order", async () => {
  await control({ keysLeftOut: true, rowsTwice: true, rowsShuffled: true, reportDaysLate: 2 });
  const references = [await pay("a1", 700), await pay("a2", 800)];
  nextDay();
  expect(await sandboxCards(sandbox).findTransactions(DAY)).toBeNull();
  nextDay();
  nextDay();
  const told = await transactions();
  expect(told.map(({ key, reference }) => [key, reference])).toEqual(
    [...references, ...references].toReversed().map((reference) => ["", reference]),
  );
});

test.each([
  ["an amount that is none", `${header()}\n${row({ Amount: "many" })}\n${row({})}\n`, ["t1"]],
  ["a type that nobody knows", `${header()}\n${row({ "Transaction Type": "Gift" })}\n${row({})}\n`, ["t1"]],
  ["half a line", `${header()}\n${row({})}\n3021,0044`, ["t1"]],
  ["half a header", "ISO,MID,Merchant Refer", []],
  ["nothing at all", "", []],
  ["a page of a web server", "<html><body>Service unavailable</body></html>", []],
])("a report with %s is not taken for a whole one, and what can be read is read", async (_, text, read) => {
  sandbox.files.write(`/reports/${NAME}`, Buffer.from(text));
  const told: string[] = [];
  const reading = async () => {
    for await (const { reference } of (await sandboxCards(sandbox).findTransactions(DAY)) ?? [])
      told.push(reference);
  };
  expect(await failure(reading())).toMatchObject({ kind: "refused", vendorCode: "UNREADABLE_REPORT" });
  expect(told).toEqual(read);
});

test("files that cannot be reached are not a day without a report", async () => {
  const files = createSftpFileTransfer({ ...sandbox.sftp, port: 1, deadlineMs: 60_000 });
  expect(await failure(sandboxCards(sandbox, { files }).findTransactions(DAY))).toMatchObject({
    kind: "unavailable",
  });
});

const nextDay = () => sandbox.clock.advance(DAY_SECONDS);

async function transactions(day = DAY): Promise<CardTransaction[]> {
  const told = await sandboxCards(sandbox).findTransactions(day);
  if (told === null) throw new Error(`There is no report of ${day}.`);
  return all(told);
}

async function pay(key: string, amountCents: number): Promise<string> {
  const outcome = await sandboxCards(sandbox)
    .pull({ key, amountCents, cardToken: CARD })
    .catch(() => ({ kind: "unknown" as const }));
  return outcome.kind === "paid" ? outcome.reference : "";
}

const control = (settings: object) =>
  fetch(`${sandbox.origin}/__sandbox/tabapay/settings`, { method: "POST", body: JSON.stringify(settings) });

function cells() {
  return {
    ISO: "3021",
    MID: "0044",
    "Merchant Reference ID": "a1",
    "Transaction ID": "t1",
    "Transaction Type": "Purchase",
    Status: "COMPLETED",
    "Network Code": "00",
    "Creation Date": "2026-03-03 17:00:00",
    "Processed Date": "",
    Network: "Visa",
    "Last 4": "1111",
    Amount: "12.50",
    "Settled Amount": "12.50",
    Firstname: "Ana",
    Lastname: "Diaz",
  };
}

function header(): string {
  return Object.keys(cells()).join(",");
}

function row(changes: object): string {
  return Object.values({ ...cells(), ...changes }).join(",");
}
