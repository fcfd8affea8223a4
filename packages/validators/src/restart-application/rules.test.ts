import { expect, test } from "vitest";
import { lostByRestart, whyNotRestartApplication } from "./rules.ts";

test("an application that is not funded can be restarted, at every stage", () => {
  for (const stage of ["started", "underwriting", "offered", "contracted", "declined"])
    expect(whyNotRestartApplication({ stage })).toBeNull();
});

test("a funded application and no application can not be restarted", () => {
  expect(whyNotRestartApplication({ stage: "funded" })).toBe("A funded application can not be restarted.");
  expect(whyNotRestartApplication(null)).toBe("There is no application to restart.");
});

test("what is lost names only what is there", () => {
  expect(lostByRestart({ hasOffers: false, isContractSigned: false, isDecided: false })).toEqual([
    "the answers given so far",
  ]);
  expect(lostByRestart({ hasOffers: true, isContractSigned: true, isDecided: true })).toEqual([
    "the answers given so far",
    "the credit check",
    "the offers",
    "the signed contract",
  ]);
});
