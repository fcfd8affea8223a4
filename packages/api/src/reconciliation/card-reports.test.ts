import { ProviderError } from "@countinghouse/providers/provider-error";
import { expect, it } from "vitest";
import { createTestProcessors } from "../testing/processors.ts";
import { cardRow } from "../testing/reconciliation.ts";
import { readCardReports } from "./card-reports.ts";

const DAYS = ["2026-11-20", "2026-11-21"];

it("a transaction told twice, or once more when it ended, stands once, as it ended, on the day it was taken", async () => {
  const { cards, report } = createTestProcessors();
  const pending = cardRow("a", { state: "pending", settledCents: 0, processedAt: null });
  const ended = cardRow("a", { day: "2026-11-21" });
  report({ transactions: { "2026-11-20": [pending, pending], "2026-11-21": [ended, ended] } });
  const { transactions, wholeDays } = await readCardReports(cards, DAYS);
  expect(transactions).toMatchObject([{ key: "a", state: "paid", settledCents: 1_000, day: "2026-11-20" }]);
  expect([...wholeDays].toSorted()).toEqual(DAYS);
});

it("a day without a report is not whole, and one with an empty report is", async () => {
  const { cards, report } = createTestProcessors();
  report({ transactions: { "2026-11-21": [] } });
  expect([...(await readCardReports(cards, DAYS)).wholeDays]).toEqual(["2026-11-21"]);
});

it("a place for files that is not there, or does not answer, makes no day whole and does not hold anybody up", async () => {
  const { cards } = createTestProcessors();
  cards.findTransactions = () =>
    Promise.reject(new ProviderError({ kind: "unavailable", provider: "x", message: "no answer" }));
  expect((await readCardReports(cards, DAYS)).wholeDays.size).toBe(0);
  cards.findTransactions = () => new Promise(() => {});
  expect((await readCardReports(cards, DAYS, 10)).wholeDays.size).toBe(0);
});

it("what breaks otherwise is thrown", async () => {
  const { cards } = createTestProcessors();
  cards.findTransactions = () => Promise.reject(new TypeError("ours"));
  await expect(readCardReports(cards, DAYS)).rejects.toThrow("ours");
});
