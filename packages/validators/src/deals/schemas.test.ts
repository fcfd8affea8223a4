import { describe, expect, test } from "vitest";
import {
  DEAL_QUEUES,
  MANUAL_DECLINE_REASONS,
  whyNotDeclineDeal,
  whyNotMoveDeal,
  whyNotRequestDeal,
} from "./rules.ts";
import { DeclineDeal, MoveDeal } from "./schemas.ts";

const standing = (stage: string, declineReason: string | null = null, isChanging = false) => ({
  deal: { stage, declineReason },
  isChanging,
});
const MISSING = { deal: null, isChanging: false };

describe.each(DEAL_QUEUES)("moving a deal to %s", (queue) => {
  test("is open to a deal in another stage", () => {
    expect(whyNotMoveDeal(queue, standing("Underwriting"))).toBeNull();
  });

  test.each([
    [standing(queue), `The deal is already in ${queue}.`],
    [standing("Closed Lost"), "The deal is Closed Lost."],
    [standing("Underwriting", "Stacking"), "The deal is declined: Stacking."],
    [MISSING, "There is no deal."],
    [standing("Underwriting", null, true), "The last change is still on its way to the CRM."],
  ])("is not for %j", (facts, whyNot) => {
    expect(whyNotMoveDeal(queue, facts)).toBe(whyNot);
  });
});

describe("declining a deal by hand", () => {
  test("is for a deal that is there and not declined", () => {
    expect(whyNotDeclineDeal(standing("Funding Review"))).toBeNull();
  });

  test.each([
    [standing("Closed Lost"), "The deal is declined already."],
    [standing("Underwriting", "Fraud"), "The deal is declined already."],
    [MISSING, "There is no deal."],
    [standing("Underwriting", null, true), "The last change is still on its way to the CRM."],
  ])("is not for %j", (facts, whyNot) => {
    expect(whyNotDeclineDeal(facts)).toBe(whyNot);
  });

  test("names one of the fourteen reasons", () => {
    expect(new Set(MANUAL_DECLINE_REASONS).size).toBe(14);
    const declined = { userId: 7, dealId: "5725767000000411001" };
    expect(DeclineDeal.parse({ ...declined, reason: "Stacking" })).toEqual({
      ...declined,
      reason: "Stacking",
    });
    const refused = DeclineDeal.safeParse({ ...declined, reason: "" });
    expect(refused.error?.issues[0]?.message).toBe("Please choose a decline reason.");
  });
});

test("the reasons of a manual decline are the specification's fourteen, in its order", () => {
  expect(MANUAL_DECLINE_REASONS.join("; ")).toBe(
    "Stacking; High-Risk Bank Activity; High-Risk Behavior; Insufficient Bank Activity; No Business Income; Cash-flow/Affordability; Use of Funds; Fraud; Other; CVA Decline; Payment History; Customer Cancelled; Lost Plaid Connection; Customer Dropped Off",
  );
});

test("a deal is asked for when there is none and the CRM knows the customer", () => {
  expect(whyNotRequestDeal(MISSING, "5725767000000411001")).toBeNull();
  expect(whyNotRequestDeal(MISSING, " ")).toBe("Zoho Id is empty.");
  expect(whyNotRequestDeal(standing("Underwriting"), "5725767000000411001")).toBe("There is a deal already.");
});

test.each(["", "abc", "12/Notes", "1".repeat(21)])("%j is no deal's id", (dealId) => {
  expect(MoveDeal.safeParse({ userId: 7, dealId, stage: "Funding Review" }).success).toBe(false);
});
