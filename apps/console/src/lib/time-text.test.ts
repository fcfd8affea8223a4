import { expect, it } from "vitest";
import { durationText, remainingMs } from "./time-text.ts";

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
