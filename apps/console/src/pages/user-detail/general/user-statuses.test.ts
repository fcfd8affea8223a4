import { expect, it } from "vitest";
import { anApplication, aUser } from "../testing/user-page.tsx";
import { userStatuses } from "./user-statuses.ts";

const toTexts = (user: ReturnType<typeof aUser>) => userStatuses(user).map(({ text }) => text);

it("a customer in good standing shows when they were funded and by which workflow", () => {
  expect(toTexts(aUser())).toEqual(["Funded 2026-09-23", "Gig Worker"]);
});

it("the states stand in the order of their severity", () => {
  const application = anApplication({
    initHighRisk: true,
    expired: true,
    offerExpired: true,
    fundedAt: null,
    isRenewed: true,
    alloyStatus: "Manual Review",
    workflowUsed: "Renewals Model",
  });
  const user = aUser({
    doNotFund: true,
    doNotFundReason: "Missed Payments",
    bankLinkLost: true,
    accountAlreadyFunded: true,
    isExternal: true,
    externalAgency: "Acme Recovery",
    application,
  });
  expect(toTexts(user)).toEqual([
    "Do Not Fund · Missed Payments",
    "Plaid connection lost",
    "Account already funded before",
    "High risk",
    "Application expired",
    "Offer expired",
    "External collections · Acme Recovery",
    "Not funded",
    "Renewal",
    "Manual approval needed",
    "Renewals Model",
  ]);
});

it("a customer who never linked a bank has lost nothing", () => {
  expect(toTexts(aUser({ bankLinks: [] }))).toEqual(["No bank linked", "Funded 2026-09-23", "Gig Worker"]);
});

it("a first user whose renewal has an id of its own is a renewal too", () => {
  expect(toTexts(aUser({ renewalUserId: 10_009 }))).toContain("Renewal");
});

it("a customer who was brought by an import says so", () => {
  expect(toTexts(aUser({ isImported: true }))).toEqual(["Funded 2026-09-23", "Gig Worker", "Imported"]);
});

it("an application that names no workflow is a Gig Worker's", () => {
  expect(toTexts(aUser({ application: anApplication({ workflowUsed: "" }) }))).toContain("Gig Worker");
});

it("a customer without an application is not funded, and nothing else is said", () => {
  expect(toTexts(aUser({ application: null }))).toEqual(["Not funded"]);
});
