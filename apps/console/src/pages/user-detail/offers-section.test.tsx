import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { anApplication, aUser, openUserPage } from "./testing/user-page.tsx";

const offers = async () => within(await screen.findByRole("region", { name: "Offers" }));

it("shows both offers, and which of them was selected", async () => {
  openUserPage();
  const section = await offers();
  const optimized = await section.findByRole("region", { name: "Optimized offer" });
  const other = section.getByRole("region", { name: "Non Optimized offer" });
  expect(optimized.textContent).toContain("Approved Amount$4,000.00");
  expect(optimized.textContent).toContain("Payback Multiplier1.25");
  expect(optimized.textContent).not.toContain("selectedOffer");
  expect(other.textContent).toContain("selectedOffer");
  expect(other.textContent).toContain("Approved Amount$5,000.00");
});

it("shows the scores the decision went by", async () => {
  openUserPage({
    user: aUser({
      application: anApplication({ initHighRisk: true, declineReason: "Stacking", isSmb: null }),
    }),
  });
  const section = await offers();
  await section.findByText("Risk Model");
  const value = (label: string) => section.getByText(label).nextElementSibling?.textContent;
  expect(value("Risk Model")).toBe("GIG-CF-5.2 · 812");
  expect(value("Risk Model Lite")).toBe("GIG-LITE-2.1 · 790");
  expect(value("Router Override Flag")).toBe("No");
  expect(value("Vantage Score")).toBe("655");
  expect(value("Is SMB")).toContain("—");
  expect(value("Has High Risk")).toBe("Yes");
  expect(value("Decline Reason")).toBe("Stacking");
});

it("an offer that was never made is a dash, not a zero", async () => {
  openUserPage({ user: aUser({ application: anApplication({ offers: [] }) }) });
  const optimized = await (await offers()).findByRole("region", { name: "Optimized offer" });
  expect(optimized.textContent).toContain("Approved Amount—");
});

it("a customer without an application has no offers", async () => {
  openUserPage({ user: aUser({ application: null }) });
  expect(await (await offers()).findByText("No Offers Found")).toBeTruthy();
});
