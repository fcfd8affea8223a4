import { expect, it } from "vitest";
import { amountTone, countText, percentText, ratioText } from "./figures.ts";

it("counts have thousands separators, percentages one decimal, ratios two", () => {
  expect([countText(1_234), percentText(0.6249), percentText(1), ratioText(2.1), ratioText(-0.5)]).toEqual([
    "1,234",
    "62.5%",
    "100.0%",
    "2.10",
    "−0.50",
  ]);
});

it("positive numbers are green, all others red, zero among them", () => {
  expect([1, 0.01, 0, -1].map(amountTone)).toEqual([
    "text-money-in",
    "text-money-in",
    "text-money-out",
    "text-money-out",
  ]);
});
