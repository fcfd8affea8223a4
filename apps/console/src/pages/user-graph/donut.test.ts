import { expect, it } from "vitest";
import { toArcs } from "./donut.ts";

it("the parts fill the ring, each by its share, one after the other", () => {
  expect(toArcs([1, 2, 1]).map(({ start, length }) => [start, length])).toEqual([
    [0, 25],
    [25, 50],
    [75, 25],
  ]);
});

it("the middle of a part lies clockwise from the top", () => {
  const [right, left] = toArcs([1, 1]);
  expect(right?.x).toBeCloseTo(1);
  expect(right?.y).toBeCloseTo(0);
  expect(left?.x).toBeCloseTo(-1);
});

it("one part alone has the whole ring; nothing at all has none of it", () => {
  expect(toArcs([7]).map(({ length }) => length)).toEqual([100]);
  expect(toArcs([0, 0]).map(({ length }) => length)).toEqual([0, 0]);
});

it("what is below zero takes no room", () => {
  expect(toArcs([-5, 5]).map(({ length }) => length)).toEqual([0, 100]);
});
