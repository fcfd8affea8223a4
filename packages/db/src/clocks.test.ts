import { expect, it } from "vitest";
import { CLOCKS_DIFFER_MS, whyNotClock } from "./clocks.ts";

const START = Date.parse("2026-11-20T15:00:00Z");

/** A machine whose clock is ahead of the database's, which takes its time to answer. */
const asked = (aheadMs: number, tookMs = 0) => {
  let now = START;
  return whyNotClock(
    () => {
      now += tookMs;
      return Promise.resolve(new Date(now - tookMs / 2));
    },
    () => now + aheadMs,
  );
};

it.each([
  [CLOCKS_DIFFER_MS, null],
  [-CLOCKS_DIFFER_MS, null],
  [42_000, "The clock of this machine is 42 s ahead of that of the database. Set both by NTP."],
  [-42_000, "The clock of this machine is 42 s behind that of the database. Set both by NTP."],
])(
  "a clock that is %d ms ahead is told where that is more than clocks may differ by",
  async (aheadMs, why) => {
    expect(await asked(aheadMs)).toBe(why);
  },
);

it("a database that takes its time to answer has no other clock for that", async () => {
  expect(await asked(0, 60_000)).toBeNull();
  expect(await asked(42_000, 10_000)).toMatch(/37 s ahead/);
});
