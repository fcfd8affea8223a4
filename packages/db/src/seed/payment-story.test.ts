import { describe, expect, it } from "vitest";
import { addDays } from "./days.ts";
import { type Agreed, type Paid, plainly, tellPayments } from "./payment-story.ts";
import { createRandom } from "./random.ts";

const NOW = new Date("2026-03-10T15:00:00Z");
const agreed = (changes: Partial<Agreed> = {}): Agreed => ({
  paybackCents: 120_000,
  paymentCents: 10_000,
  payments: 12,
  from: addDays(NOW, -240),
  now: NOW,
  repaid: "behind",
  ...changes,
});
const SEEDS = Array.from({ length: 200 }, (_, seed) => seed + 1);
const told = (of: Agreed, isExternal = false): Paid[][] =>
  SEEDS.map((seed) => tellPayments(of, createRandom(seed), isExternal));
const kept = (paid: readonly Paid[]) => paid.filter(({ isReturned }) => !isReturned);
const sum = (paid: readonly Paid[]) => kept(paid).reduce((total, { cents }) => total + cents, 0);

describe("what was paid of an advance", () => {
  it.each(["onTime", "behind", "complete"] as const)(
    "is never more than is owed, never in the future, in order, and the same each time: %s",
    (repaid) => {
      for (const from of [addDays(NOW, -240), addDays(NOW, -40), addDays(NOW, -1)]) {
        const of = agreed({ repaid, from: repaid === "complete" ? addDays(NOW, -240) : from });
        const stories = told(of);
        expect(told(of)).toEqual(stories);
        for (const paid of stories) {
          expect(sum(paid)).toBeLessThanOrEqual(of.paybackCents);
          expect(paid.every(({ at, cents }) => at < NOW && cents > 0)).toBe(true);
          expect(paid).toEqual(paid.toSorted((one, other) => one.at.getTime() - other.at.getTime()));
        }
      }
    },
  );

  it("by whom is behind stops, goes on in part, is recovered or settled, and not always the same", () => {
    const stories = told(agreed());
    const by = new Set(stories.flat().map((each) => each.by));
    expect(by).toEqual(new Set(["recovery", "settlement", "writeOff", undefined]));
    expect(stories.some((paid) => sum(paid) < 60_000)).toBe(true);
    expect(stories.some((paid) => sum(paid) === 120_000)).toBe(true);
    expect(stories.some((paid) => paid.some(({ cents, by: who }) => cents === 5_000 && !who))).toBe(true);
  });

  it("by whom is on time comes late now and then, after missed weeks, or after a return that is paid again", () => {
    const of = agreed({ repaid: "onTime", from: addDays(NOW, -60) });
    const stories = told(of);
    const backs = stories.filter((paid) => paid.some(({ isReturned }) => isReturned));
    expect(backs.length).toBeGreaterThan(0);
    expect(backs.length).toBeLessThan(SEEDS.length / 4);
    expect(stories.some((paid) => new Set(paid.map(({ at }) => at.getTime())).size < paid.length)).toBe(true);
    expect(stories.filter((paid) => sum(paid) === sum(plainly(of))).length).toBeGreaterThan(SEEDS.length / 2);
  });

  it("by an agency comes once a month", () => {
    const paid = tellPayments(agreed(), createRandom(7), true);
    expect(paid.filter(({ by }) => by === "agency").length).toBeGreaterThan(3);
  });

  it("complete is all of it", () => {
    for (const paid of told(agreed({ repaid: "complete" }))) expect(sum(paid)).toBe(120_000);
  });
});
