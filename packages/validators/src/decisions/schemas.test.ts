import { expect, test } from "vitest";
import { DECISION_OUTCOMES, isDecisionOutcome, vantageBand } from "./rules.ts";
import { ListDecisions } from "./schemas.ts";

test("the outcomes are the specification's five, in its spelling", () => {
  expect(DECISION_OUTCOMES.every(isDecisionOutcome)).toBe(true);
  expect(DECISION_OUTCOMES).toEqual(["Success", "Approved", "Denied", "Error", "Manual Review"]);
  expect(isDecisionOutcome("approved")).toBe(false);
});

test.each([
  [850, "Superprime"],
  [781, "Superprime"],
  [780, "Prime"],
  [661, "Prime"],
  [660, "Near prime"],
  [601, "Near prime"],
  [600, "Subprime"],
  [500, "Subprime"],
  [499, "Deep subprime"],
  [300, "Deep subprime"],
  [299, null],
])("a Vantage score of %i is %s", (score, band) => {
  expect(vantageBand(score)).toBe(band);
});

test("decisions are listed by user", () => {
  expect(ListDecisions.safeParse({ userId: 7 }).success).toBe(true);
  expect(ListDecisions.safeParse({ userId: 0 }).success).toBe(false);
});
