import { expect, test } from "vitest";
import { dayAt, isoDay } from "../days.ts";
import { makeDebts } from "./debts.ts";
import { readItem } from "./items.ts";
import { makeLedger } from "./ledger.ts";

const TODAY = dayAt(new Date("2026-03-15T15:00:00Z"));
const TOKENS = Array.from({ length: 60 }, (_, index) => `access-sandbox-user-${index}`);

test("a link owes the same whenever it is asked, some owe nothing and some several", () => {
  const counts = TOKENS.map((token) => makeDebts(token, "gig").length);
  expect(TOKENS.map((token) => makeDebts(token, "gig").length)).toEqual(counts);
  expect(Math.min(...counts)).toBe(0);
  expect(Math.max(...counts)).toBeGreaterThan(2);
});

test("a payday loan comes in the middle of a month and goes back at its end, with a fifth on top", () => {
  const entries = TOKENS.flatMap((token) =>
    makeLedger(readItem(token))
      .between(TODAY - 90, TODAY)
      .filter(({ party }) => party === "Speedy Cash")
      .map(({ accountId, kind, cents, day }) => ({ accountId, kind, cents, onDay: isoDay(day).slice(8) })),
  );
  const taken = entries.filter(({ kind }) => kind === "loanProceeds");
  const paid = entries.filter(({ kind }) => kind === "loanPayment");
  expect(taken.length).toBeGreaterThan(5);
  expect(paid.length).toBeGreaterThan(5);
  expect(new Set(taken.map(({ onDay }) => onDay))).toEqual(new Set(["13"]));
  expect(new Set(paid.map(({ onDay }) => onDay))).toEqual(new Set(["27"]));
  const backs = paid.flatMap(({ accountId, cents }) => {
    const loan = taken.find((each) => each.accountId === accountId);
    return loan ? [{ paid: -cents, owed: Math.round(loan.cents * 1.2) }] : [];
  });
  expect(backs.length).toBeGreaterThan(5);
  for (const back of backs) expect(back.paid).toBe(back.owed);
});

test("a debit that is let through leaves the account a little below nought and costs a fee, one that comes back another", () => {
  const entries = TOKENS.flatMap((token) => makeLedger(readItem(token)).between(TODAY - 359, TODAY));
  const before = (wanted: string) =>
    entries.filter(({ kind }) => kind === wanted).map(({ balanceCents, cents }) => balanceCents - cents);
  expect(before("returnedItemFee").length).toBeGreaterThan(10);
  const overdrawn = before("overdraftFee");
  expect(overdrawn.length).toBeGreaterThan(10);
  expect(Math.max(...overdrawn)).toBeLessThan(0);
  expect(Math.min(...overdrawn)).toBeGreaterThanOrEqual(-30_000);
});
