import { expect, it } from "vitest";
import { clearBottom } from "./use-clear-bottom.ts";

it.each([
  ["no bar", [], 72],
  ["a bar that sticks to the bottom, under them", [{ top: 845, bottom: 900 }], 72],
  ["a bar close under them", [{ top: 832, bottom: 868 }], 80],
  ["a bar where they would lie", [{ top: 760, bottom: 796 }], 152],
  ["a bar that is out of sight below", [{ top: 1400, bottom: 1436 }], 72],
  ["a bar far above", [{ top: 300, bottom: 336 }], 72],
  [
    "two bars, of which the second is where the first one sends them",
    [
      { top: 640, bottom: 676 },
      { top: 780, bottom: 816 },
    ],
    272,
  ],
])("messages keep clear of %s", (_name, bars, bottom) => expect(clearBottom(bars, 900)).toBe(bottom));

it("messages stay where they are when there is no room above", () => {
  expect(clearBottom([{ top: 60, bottom: 190 }], 240)).toBe(72);
});
