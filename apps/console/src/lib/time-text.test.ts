import { expect, it } from "vitest";
import { agoText, durationText, remainingMs } from "./time-text.ts";

it.each([
  [-5, "0s"],
  [48_900, "48s"],
  [112_000, "1m 52s"],
  [7_440_000, "2h 04m"],
])("%i ms read %s", (ms, text) => expect(durationText(ms)).toBe(text));

it("what remains follows from what is done, and is not guessed from next to nothing", () => {
  expect(remainingMs(60_000, 30, 90)).toBe(120_000);
  expect(remainingMs(60_000, 2, 90)).toBeNull();
  expect(remainingMs(60_000, 90, 90)).toBeNull();
});

it.each([
  [30_000, "just now"],
  [60_000, "1 minute ago"],
  [59 * 60_000, "59 minutes ago"],
  [2 * 60 * 60_000, "2 hours ago"],
  [3 * 24 * 60 * 60_000, "3 days ago"],
])("%i ms ago is said as %j", (ms, text) => expect(agoText(ms)).toBe(text));
