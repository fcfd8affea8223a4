import { expect, it } from "vitest";
import { cutBy } from "./edges.ts";

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
