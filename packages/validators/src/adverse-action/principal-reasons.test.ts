import { expect, it } from "vitest";
import { isWithdrawn, MOST_REASONS, principalReasons } from "./principal-reasons.ts";

it("gives the specific reasons of Regulation B in order, none twice and four at most", () => {
  expect(principalReasons(["Stacking", " Stacking ", "Two or more active advances detected"], null)).toEqual({
    reasons: ["Excessive obligations in relation to income"],
    unclear: [],
  });
  const many = ["Stacking", "Fraud", "Payment History", "Use of Funds", "Bankruptcy"];
  expect(principalReasons(many, "No credit file").reasons).toHaveLength(MOST_REASONS);
  expect(principalReasons(many, "No credit file").reasons[0]).toBe("No credit file");
});

it("leaves a vague or an unknown reason to a person", () => {
  expect(
    principalReasons(["Other", "CVA Decline", "Too many returns", "Bankruptcy", "toString"], null),
  ).toEqual({
    reasons: ["Bankruptcy"],
    unclear: ["Other", "CVA Decline", "Too many returns", "toString"],
  });
});

it("gives no reason where the customer withdrew", () => {
  for (const reason of ["Customer Cancelled", "Customer Dropped Off", "Customer withdrew"]) {
    expect(isWithdrawn(reason)).toBe(true);
    expect(principalReasons([reason], null)).toEqual({ reasons: [], unclear: [] });
  }
  expect(isWithdrawn("Stacking")).toBe(false);
});

it("states a Do Not Fund for missed payments or a default, and leaves one for behaviour or in words to a person", () => {
  expect(principalReasons(["Missed Payments", "Defaulted"], null)).toEqual({
    reasons: ["Poor credit performance with us"],
    unclear: [],
  });
  expect(principalReasons(["High Risk Behavior", "Fraud ring"], null)).toEqual({
    reasons: [],
    unclear: ["High Risk Behavior", "Fraud ring"],
  });
});
