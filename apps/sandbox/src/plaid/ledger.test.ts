import { expect, test } from "vitest";
import { dayAt, isoDay } from "../days.ts";
import { readItem } from "./items.ts";
import { KINDS } from "./kinds.ts";
import { type Entry, makeLedger } from "./ledger.ts";

const TODAY = dayAt(new Date("2026-03-15T15:00:00Z"));
const USERS = Array.from({ length: 30 }, (_, index) => readItem(`access-sandbox-user-${index}`));

test("a past day looks the same whenever it is asked about", () => {
  const item = readItem("access-sandbox-user-1");
  const asked = makeLedger(item).between(TODAY - 40, TODAY - 10);
  expect(asked.length).toBeGreaterThan(20);
  expect(makeLedger(item).between(TODAY - 720, TODAY + 90)).toEqual(expect.arrayContaining(asked));
});

test("two links do not look alike", () => {
  const texts = USERS.map((item) =>
    JSON.stringify(
      makeLedger(item)
        .between(TODAY - 30, TODAY)
        .map(dayAndCents),
    ),
  );
  expect(new Set(texts).size).toBe(USERS.length);
});

test("each entry begins with what the one before it left, over months and years", () => {
  for (const item of USERS.slice(0, 10)) {
    for (const { id } of item.accounts) {
      const entries = makeLedger(item)
        .between(TODAY - 720, TODAY)
        .filter(({ accountId }) => accountId === id);
      const gaps = entries.filter(
        (entry, index) => index > 0 && entry.balanceCents - entry.cents !== entries[index - 1]?.balanceCents,
      );
      expect(gaps).toEqual([]);
    }
  }
});

test("what is current leaves out what is pending", () => {
  for (const item of USERS) {
    const [{ id }] = item.accounts;
    const { currentCents, availableCents } = makeLedger(item).balance(id, TODAY);
    const pending = makeLedger(item)
      .between(TODAY - 5, TODAY)
      .filter((entry) => entry.accountId === id && entry.postedDay > TODAY);
    expect(currentCents + sumCents(pending)).toBe(availableCents);
  }
});

test("ninety days hold what bank statistics are about", () => {
  const kinds = USERS.flatMap((item) => makeLedger(item).between(TODAY - 89, TODAY)).map(({ kind }) => kind);
  expect([...new Set(kinds)].toSorted()).toEqual(Object.keys(KINDS).toSorted());
});

test("a token that names its owner's trade earns by it", () => {
  for (const [trade, named, other] of [
    ["shop", "invoicePaidOnline", "gigPayout"],
    ["gig", "gigPayout", "cardSettlement"],
  ] as const) {
    for (let index = 0; index < 10; index += 1) {
      const item = readItem(
        `access-sandbox-ins_109508.acc-${index}:checking:400000010${index}.trade:${trade}`,
      );
      const kinds = makeLedger(item)
        .between(TODAY - 89, TODAY)
        .map(({ kind }) => kind);
      expect(kinds).toContain(named);
      expect(kinds).not.toContain(other);
    }
  }
});

test("every link has income each month, rent or a fee for it, and something pending now and then", () => {
  for (const item of USERS) {
    const entries = makeLedger(item).between(dayAt(new Date("2026-01-01T15:00:00Z")), TODAY);
    for (const month of ["2026-01", "2026-02"]) {
      const inMonth = entries.filter(({ day }) => isoDay(day).startsWith(month));
      expect(sumCents(inMonth.filter(({ kind }) => KINDS[kind].primary === "INCOME"))).toBeGreaterThan(
        80_000,
      );
      expect(inMonth.some(({ kind }) => kind === "rent" || kind === "returnedItemFee")).toBe(true);
    }
    expect(entries.some(({ pendingId }) => pendingId !== null)).toBe(true);
  }
});

test("a debit that finds too little comes with a fee, and no account falls far below zero", () => {
  const entries = USERS.flatMap((item) => makeLedger(item).between(TODAY - 359, TODAY));
  const fees = entries.filter(({ kind }) => kind === "returnedItemFee");
  expect(fees.length).toBeGreaterThan(20);
  expect(Math.min(...entries.map(({ balanceCents }) => balanceCents))).toBeGreaterThan(-60_000);
});

const dayAndCents = ({ day, cents }: Entry) => [day, cents];
const sumCents = (entries: Entry[]) => entries.reduce((sum, { cents }) => sum + cents, 0);
