import { expect, it } from "vitest";
import { percentText, vendorHealth } from "./rules.ts";

it.each([
  [{ whyOff: "Off.", asked: 5, failed: 5 }, "off"],
  [{ whyOff: null, asked: 0, failed: 0 }, "unused"],
  [{ whyOff: null, asked: 5, failed: 0 }, "well"],
  [{ whyOff: null, asked: 5, failed: 2 }, "someFailed"],
  [{ whyOff: null, asked: 4, failed: 2 }, "failing"],
] as const)("a vendor of which %o is known is %s", (facts, health) => {
  expect(vendorHealth(facts)).toBe(health);
});

it("a share of nothing is none", () => {
  expect(percentText(1, 3)).toBe("33.3 %");
  expect(percentText(0, 0)).toBeNull();
});
