import { expect, it } from "vitest";
import { PANELS } from "./panels.tsx";
import { ANCHOR_GROUP_NAMES, ANCHOR_IDS, SECTION_IDS, SECTIONS, type SectionId } from "./sections.ts";

it("the sections stand in this order, under these names", () => {
  expect(Object.values(SECTIONS).map(({ title }) => title)).toEqual([
    "General",
    "Primary Accounts",
    "Offers",
    "Risk Facts",
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
    "Promises",
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

it("the nineteen anchors of the specification and ours stand under five heads, each once", () => {
  const titles = ANCHOR_IDS.map((id) => SECTIONS[id].title);
  const specified = [
    "General",
    "Primary Accounts",
    "Asset Report",
    "Recontracts",
    "ACH Details",
    "Plaid Balance",
    "Manual Payment",
    "Payment Processor",
    "Similar Accounts",
    "Similar Debit Cards",
    "Similar Addresses",
    "Similar Phone",
    "Similar SSN",
    "Similar Company Names",
    "Similar EIN Tax Numbers",
    "Data Statistics",
    "Funded Account's Active Balance",
    "File Attachments",
    "Payment Adjustment",
  ] as const;
  expect(specified.filter((title) => !titles.includes(title))).toEqual([]);
  expect(ANCHOR_IDS.toSorted()).toEqual(SECTION_IDS.toSorted());
  expect(ANCHOR_GROUP_NAMES).toEqual(["Person", "Risk", "Bank", "Money", "Files"]);
});
