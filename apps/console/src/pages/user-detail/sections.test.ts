import { expect, it } from "vitest";
import { PANELS } from "./panels.tsx";
import { SECTION_IDS, SECTIONS, type SectionId } from "./sections.ts";

it("the sections stand in this order, under these names", () => {
  expect(Object.values(SECTIONS).map(({ title }) => title)).toEqual([
    "General",
    "Primary Accounts",
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
    "Business & Lien",
    "Data Statistics",
    "User files",
    "File Attachments",
    "Asset Report",
    "Recontracts",
    "Balance Details",
    "Manual Payment",
    "Payment Processor",
    "Payment Adjustment",
    "Payment Dates",
    "External Payment",
    "ACH Details",
    "Plaid Balance",
  ]);
});

it("each section is in one panel of the page, but for the two that lead elsewhere", () => {
  const page = { isFunded: true, hasPaymentAdjustment: true };
  const shown = PANELS.flatMap(({ ids }) => ids(page));
  const elsewhere: SectionId[] = ["primary-accounts", "file-attachments"];
  expect(shown).toEqual(SECTION_IDS.filter((id) => !elsewhere.includes(id)));
});
