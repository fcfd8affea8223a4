import { expect, it } from "vitest";
import { SECTIONS } from "./sections.ts";

it("the sections stand in this order, under these names", () => {
  expect(Object.values(SECTIONS)).toEqual([
    "General",
    "Offers",
    "Notes",
    "Bank Links",
    "Run payment automation",
    "Do Not Fund",
    "CRM",
    "Derogatory remarks",
    "Toggle Panel",
    "Decision Engine Outcomes",
    "Underwriting",
    "Vantage score",
    "Funded Account's Active Balance",
    "Similar Accounts",
    "Similar Debit Cards",
    "Similar Addresses",
    "Similar Phone",
    "Similar SSN",
    "Similar Company Names",
    "Similar EIN Tax Numbers",
    "Asset Report",
    "Balance Details",
    "Manual Payment",
    "Payment Adjustment",
    "Payment Dates",
    "External Payment",
    "ACH Details",
    "Plaid Balance",
  ]);
});
