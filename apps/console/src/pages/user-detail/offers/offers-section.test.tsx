import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { anApplication, aUser, findEnabledButton, openUserSection } from "../testing/user-page.tsx";
import { OffersSection, RiskFactsSection } from "./offers-section.tsx";

const riskFacts = async () => within(await screen.findByRole("region", { name: "Risk Facts" }));
const offers = async () => within(await screen.findByRole("region", { name: "Offers" }));

it("shows both offers, and which of them was selected", async () => {
  openUserSection(OffersSection);
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
  openUserSection(RiskFactsSection, {
    user: aUser({
      application: anApplication({ initHighRisk: true, declineReason: "Stacking", isSmb: null }),
    }),
  });
  const section = await riskFacts();
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
  openUserSection(OffersSection, { user: aUser({ application: anApplication({ offers: [] }) }) });
  const optimized = await (await offers()).findByRole("region", { name: "Optimized offer" });
  expect(optimized.textContent).toContain("Approved Amount—");
});

it("a customer without an application has no offers", async () => {
  openUserSection(OffersSection, { user: aUser({ application: null }) });
  expect(await (await offers()).findByText("No Offers Found")).toBeTruthy();
});

const lacking = { alloyStatus: "Denied", isSmb: null, initHighRisk: null, declineReason: "" } as const;
const valueIn = (section: ReturnType<typeof within>, label: string) =>
  section.getByText(label).nextElementSibling?.textContent;

describe("what the application lacks", () => {
  it("is being looked up, and then the fresh values stand there, from one more read of the customer", async () => {
    let reads = 0;
    let lookup: "PENDING" | null = "PENDING";
    mockTrpc.query("decisions.factsLookup", () => ({ lookup }));
    openUserSection(RiskFactsSection);
    mockTrpc.query("users.get", () => {
      reads += 1;
      return reads === 1
        ? aUser({ factsLookup: "PENDING", application: anApplication(lacking) })
        : aUser({
            application: anApplication({
              ...lacking,
              isSmb: true,
              initHighRisk: true,
              declineReason: "Fraud",
            }),
          });
    });
    const section = await riskFacts();
    await section.findAllByText("Looking up…");
    expect(["Is SMB", "Has High Risk", "Decline Reason"].map((label) => valueIn(section, label))).toEqual(
      Array.from({ length: 3 }, () => "Looking up…"),
    );
    lookup = null;
    await waitFor(() => expect(valueIn(section, "Decline Reason")).toBe("Fraud"));
    expect(valueIn(section, "Is SMB")).toBe("Yes");
    expect(valueIn(section, "Has High Risk")).toBe("Yes");
    expect(reads).toBe(2);
  });

  it("and could not be had says so, and is looked up again on request", async () => {
    const sent: number[] = [];
    mockTrpc.query("decisions.factsLookup", () => ({ lookup: "FAILED" }));
    mockTrpc.mutation("decisions.retryFacts", ({ input }) => {
      sent.push(input.userId);
      return { lookedUp: 1 };
    });
    const { user } = openUserSection(RiskFactsSection, {
      user: aUser({ factsLookup: "FAILED", application: anApplication(lacking) }),
    });
    const section = await riskFacts();
    await section.findByText("The decision engine did not return the missing values.");
    expect(valueIn(section, "Is SMB")).toContain("—");
    await user.click(await findEnabledButton("Retry", section));
    await section.findAllByText("Looking up…");
    expect(section.queryByText("The decision engine did not return the missing values.")).toBeNull();
    expect(sent).toEqual([10_001]);
  });

  it("can not be asked for again by a viewer, and the button says why", async () => {
    mockTrpc.query("decisions.factsLookup", () => ({ lookup: "FAILED" }));
    openUserSection(RiskFactsSection, {
      role: "VIEWER",
      user: aUser({ factsLookup: "FAILED", application: anApplication(lacking) }),
    });
    const section = await riskFacts();
    const retry = await section.findByRole("button", { name: "Retry" });
    await waitFor(() => expect(retry.getAttribute("aria-disabled")).toBe("true"));
    expect(retry.getAttribute("aria-describedby")).not.toBeNull();
  });

  it("of an application that was not denied is no decline reason", async () => {
    mockTrpc.query("decisions.factsLookup", () => ({ lookup: "PENDING" }));
    const application = anApplication({ isSmb: null });
    openUserSection(RiskFactsSection, { user: aUser({ factsLookup: "PENDING", application }) });
    const section = await riskFacts();
    await section.findByText("Looking up…");
    expect(valueIn(section, "Decline Reason")).toContain("—");
  });
});

describe("the renewal's risk", () => {
  it("stands there for a customer who came back, not on the renewal's own page, and for nobody else", async () => {
    const facts = { userIdNew: 10_010, fundedDate: null };
    mockTrpc.query("users.renewal", () => ({ ...facts, hasHighRisk: true }));
    const { unmount } = openUserSection(RiskFactsSection, { user: aUser({ renewalUserId: 10_010 }) });
    const section = await riskFacts();
    await waitFor(() => expect(valueIn(section, "Renewal Has High Risk")).toBe("Yes"));
    unmount();
    const itself = openUserSection(RiskFactsSection, { user: aUser({ renewalUserId: aUser().id }) });
    await (await riskFacts()).findByText("Risk Model");
    expect(screen.queryByText("Renewal Has High Risk")).toBeNull();
    itself.unmount();
    openUserSection(RiskFactsSection);
    await (await riskFacts()).findByText("Risk Model");
    expect(screen.queryByText("Renewal Has High Risk")).toBeNull();
  });

  it("that fails to load says so and can be tried again", async () => {
    mockTrpc.query("users.renewal", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const { user } = openUserSection(RiskFactsSection, { user: aUser({ renewalUserId: 10_010 }) });
    const section = await riskFacts();
    await section.findByText("The renewal could not be loaded.");
    mockTrpc.query("users.renewal", () => ({ userIdNew: 10_010, fundedDate: null, hasHighRisk: false }));
    await user.click(section.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(valueIn(section, "Renewal Has High Risk")).toBe("No"));
  });
});

it("a renewal shows risk model, lite model, SMB and high risk: only its offers are hidden", async () => {
  const application = anApplication({ workflowUsed: "Renewals Model", isSmb: true, initHighRisk: true });
  openUserSection(RiskFactsSection, { user: aUser({ application }) });
  const section = await riskFacts();
  await section.findByText("Risk Model");
  const labels = ["Risk Model", "Risk Model Lite", "Is SMB", "Has High Risk"];
  expect(labels.map((label) => section.getByText(label).nextElementSibling?.textContent)).toEqual([
    "GIG-CF-5.2 · 812",
    "GIG-LITE-2.1 · 790",
    "Yes",
    "Yes",
  ]);
});
