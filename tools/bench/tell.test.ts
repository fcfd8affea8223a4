import { expect, it } from "vitest";
import { isReached, markdownTable } from "./tell.ts";

it("a figure is reached from the side on which its goal lies", () => {
  expect(isReached({ reached: 1.5, goal: { atMost: 1.5 } })).toBe(true);
  expect(isReached({ reached: 1.51, goal: { atMost: 1.5 } })).toBe(false);
  expect(isReached({ reached: 0.5, goal: { atLeast: 0.5 } })).toBe(true);
  expect(isReached({ reached: 0.49, goal: { atLeast: 0.5 } })).toBe(false);
  expect(isReached({ reached: 7, goal: null })).toBeNull();
});

it("the table says of each figure which bench it is from, what is asked for, and whether that is reached", () => {
  const figures = [
    { work: "by id", unit: "times bare", reached: 1.234, goal: { atMost: 1.6 } },
    { work: "requests", unit: "of bare", reached: 0.4, goal: { atLeast: 0.5 } },
    { work: "first line", unit: "ms", reached: 1234.5, goal: null },
  ];
  expect(
    markdownTable([{ bench: "calls", figures }])
      .split("\n")
      .slice(2),
  ).toEqual([
    "| calls | by id | 1.23 times bare | ≤ 1.6 | reached |",
    "| calls | requests | 0.40 of bare | ≥ 0.5 | missed |",
    "| calls | first line | 1235 ms |  |  |",
  ]);
});
