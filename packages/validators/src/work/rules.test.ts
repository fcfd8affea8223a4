import { describe, expect, it } from "vitest";
import {
  calculatePriority,
  priorityInWords,
  WORK_KIND_NAMES,
  WORK_KINDS,
  whyNotHold,
  whyNotPromiseOf,
  workDueOn,
  workState,
} from "./rules.ts";
import { ListWork } from "./schemas.ts";

const NOW = new Date("2026-11-23T15:00:00Z");

describe("the priority of an item", () => {
  it.each([
    ["nothing at risk, in time, new", null, "2026-12-01", "2026-11-23", 1],
    ["ten dollars", 1_000, "2026-12-01", "2026-11-23", 2.04],
    ["ten thousand dollars", 1_000_000, "2026-12-01", "2026-11-23", 5],
    ["a deadline in three days", null, "2026-11-26", "2026-11-23", 2],
    ["a deadline of today", null, "2026-11-23", "2026-11-23", 3],
    ["a deadline that passed", null, "2026-11-22", "2026-11-23", 4],
    ["a week of waiting", null, "2026-12-01", "2026-11-16", 2],
    ["a year of waiting", null, "2026-12-01", "2025-11-16", 3],
    ["all of it", 1_000_000, "2026-11-22", "2026-11-02", 60],
  ])("of %s is worked by hand", (_what, moneyCents, dueOn, day, score) => {
    const since = new Date(`${day}T17:00:00Z`);
    expect(calculatePriority({ moneyCents, dueOn, since }, NOW).score).toBe(score);
  });

  it("says why it is what it is, and with which numbers", () => {
    const since = new Date("2026-11-16T15:00:00Z");
    const priority = calculatePriority({ moneyCents: 1_000_000, dueOn: "2026-11-23", since }, NOW);
    expect([priority.money, priority.deadline, priority.age].map(({ because }) => because)).toEqual([
      "$10,000.00 is at risk.",
      "Its deadline is today.",
      "It has waited for 7 days.",
    ]);
    expect(priorityInWords(priority)).toBe("5 (money) × 3 (deadline) × 2 (age) = 30");
  });

  it("counts days as New York does: late in the evening there it is not yet tomorrow", () => {
    const since = new Date("2026-11-24T03:00:00Z");
    const { deadline, age } = calculatePriority({ moneyCents: null, dueOn: "2026-11-23", since }, since);
    expect([deadline.because, age.because]).toEqual(["Its deadline is today.", "Opened today."]);
  });
});

describe("the deadline of an item", () => {
  it("is its own, else so many banking days after it came up", () => {
    const since = new Date("2026-11-25T15:00:00Z");
    expect(workDueOn(since, "2027-01-04", 5)).toBe("2027-01-04");
    // Thanksgiving and a weekend are no banking days.
    expect(workDueOn(since, null, 2)).toBe("2026-11-30");
  });
});

describe("the state of an item", () => {
  const HEARD = new Date("2026-11-20T15:00:00Z");
  it.each([
    [
      "is snoozed before its day",
      { snoozedUntil: new Date("2026-11-24T05:00:00Z"), doneAt: null },
      "snoozed",
    ],
    ["is open on its day", { snoozedUntil: new Date("2026-11-23T05:00:00Z"), doneAt: null }, "open"],
    [
      "is done after its last report",
      { snoozedUntil: null, doneAt: new Date("2026-11-21T15:00:00Z") },
      "done",
    ],
    [
      "is open once its cause is reported again",
      { snoozedUntil: null, doneAt: new Date("2026-11-19T15:00:00Z") },
      "open",
    ],
    ["is open without any action", null, "open"],
  ])("%s", (_when, handling, expected) => {
    expect(workState(handling, HEARD, NOW)).toBe(expected);
  });

  it("is open again after thirty days", () => {
    const doneAt = new Date("2026-11-21T15:00:00Z");
    const after = (days: number) => new Date(doneAt.getTime() + days * 86_400_000);
    expect(workState({ snoozedUntil: null, doneAt }, HEARD, after(29))).toBe("done");
    expect(workState({ snoozedUntil: null, doneAt }, HEARD, after(30))).toBe("open");
  });
});

it("takes a promise to pay only for a kind that is about a payment", () => {
  expect(WORK_KIND_NAMES.filter((kind) => whyNotPromiseOf(kind) === null)).toEqual([
    "CHARGEBACK",
    "FAILED_PAYMENT",
    "BROKEN_PROMISE",
  ]);
  expect(whyNotPromiseOf("LIEN")).toBe("This item is not about a payment of the customer.");
});

it("gives each kind a verb of its own", () => {
  expect(new Set(WORK_KIND_NAMES.map((kind) => WORK_KINDS[kind].verb)).size).toBe(WORK_KIND_NAMES.length);
});

it("reads the former name of a view as its new one", () => {
  expect(ListWork.parse({ view: "put-off" }).view).toBe("snoozed");
  expect(ListWork.parse({})).toEqual({ view: "team", kind: null, userId: null });
});

it("is worked on by whoever holds it, and by nobody else, who is told who that is", () => {
  expect(whyNotHold(null, "a")).toBeNull();
  expect(whyNotHold({ id: "a", name: "Ana" }, "a")).toBeNull();
  expect(whyNotHold({ id: "a", name: "Ana" }, "b")).toBe("Ana is working on it.");
});
