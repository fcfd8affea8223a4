import { expect, it } from "vitest";
import { cutBy, pinsThatFit } from "./edges.ts";

const AMOUNT = [{ leftPx: 300, rightPx: 400 }];

it.each([
  [300, "left", 0],
  [360, "left", 40],
  [400, "left", 0],
  [300, "right", 0],
  [360, "right", 60],
  [400, "right", 0],
] as const)("an edge at %i px on the %s hides %i px of an amount at 300 to 400", (edgePx, side, px) => {
  expect(cutBy(edgePx, AMOUNT, side)).toBe(px);
});

const PINS = { keysPx: 120, pinnedPx: 300, actionsPx: 48, widestPx: 200 };

it.each([
  [1_000, 300, 48, false],
  [696, 300, 48, false],
  [600, 120, 48, "further"],
  [368, 120, 48, "further"],
  [320, 0, 48, "all"],
  [240, 0, 0, "all"],
] as const)("of %i px, %i px stay at the left and %i px at the right", (room, leftPx, rightPx, unpinned) => {
  expect(pinsThatFit(room, PINS)).toEqual({ leftPx, rightPx, isLoose: rightPx === 0, unpinned });
});

it("lets the widest column be seen whole beside what stays", () => {
  expect(pinsThatFit(700, { ...PINS, widestPx: 400 })).toMatchObject({ leftPx: 120, unpinned: "further" });
});
