import type { Evaluation } from "@countinghouse/providers/decisioning/port";
import { describe, expect, it } from "vitest";
import { lacksFacts, missingFacts, toDecidedFacts } from "./missing-facts.ts";

const evaluation = (changes: Partial<Evaluation> = {}): Evaluation => ({
  evaluationId: "L-5zKNq7Rw",
  evaluatedAt: new Date("2026-11-20T15:00:00Z"),
  outcome: "Approved",
  reasons: ["Identity verified"],
  score: 0.2,
  tags: [],
  services: {},
  ...changes,
});
const decision = { flowType: "Gig Worker", primaryDeclineReason: "" };
const known = { declineReason: "Fraud", isSmb: false, initHighRisk: false, alloyStatus: "Denied" };

describe("an application lacks facts", () => {
  it.each([
    ["nothing when all are known", {}, false],
    ["whether it is a small business", { isSmb: null }, true],
    ["whether it is a high risk", { initHighRisk: null }, true],
    ["the decline reason of a denial", { declineReason: "" }, true],
    ["no decline reason while it is not denied", { declineReason: "", alloyStatus: "Approved" }, false],
  ])("%s", (_what, changes, lacks) => {
    expect(lacksFacts({ ...known, ...changes })).toBe(lacks);
  });
});

describe("an evaluation says", () => {
  it("that a risk is high by its tag, and that it is not without it", () => {
    expect(toDecidedFacts(evaluation({ tags: ["Stacking", "High Risk"] }), decision).initHighRisk).toBe(true);
    expect(toDecidedFacts(evaluation({ tags: ["Low Risk"] }), decision).initHighRisk).toBe(false);
  });

  it("that a business is small by its tag or by the flow that decided", () => {
    expect(toDecidedFacts(evaluation({ tags: ["SMB"] }), decision).isSmb).toBe(true);
    expect(toDecidedFacts(evaluation(), { ...decision, flowType: "SMB" }).isSmb).toBe(true);
    expect(toDecidedFacts(evaluation(), decision).isSmb).toBe(false);
  });

  it("why it denied, and nothing of the kind when it did not deny", () => {
    const denied = evaluation({ outcome: "Denied", reasons: ["Insufficient income", "OFAC match"] });
    expect(toDecidedFacts(denied, decision).declineReason).toBe("Insufficient income");
    expect(toDecidedFacts(evaluation(), decision).declineReason).toBe("");
    const told = { ...decision, primaryDeclineReason: "Stacking" };
    expect(toDecidedFacts(evaluation({ outcome: "Denied", reasons: [] }), told).declineReason).toBe(
      "Stacking",
    );
  });
});

it("what was written down before is not overwritten", () => {
  const found = { declineReason: "OFAC match", isSmb: true, initHighRisk: true };
  expect(missingFacts(known, found)).toEqual({});
  expect(missingFacts({ ...known, isSmb: null }, found)).toEqual({ isSmb: true });
  expect(missingFacts({ ...known, declineReason: "" }, found)).toEqual({ declineReason: "OFAC match" });
  const approved = { declineReason: "", isSmb: null, initHighRisk: null, alloyStatus: "Approved" };
  expect(missingFacts(approved, found)).toEqual({ isSmb: true, initHighRisk: true });
});
