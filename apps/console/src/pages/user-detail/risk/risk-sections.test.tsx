import type { RouterOutputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { seeEverything } from "../testing/screen.ts";
import { USER_ID } from "../testing/user-page.tsx";
import { RiskSections } from "./risk-sections.tsx";

type Decision = RouterOutputs["decisions"]["list"][number];
type Underwriting = NonNullable<RouterOutputs["decisions"]["underwriting"]>;

const aDecision = (changes: Partial<Decision> = {}): Decision => ({
  id: 1,
  applicationId: 501,
  flowType: "Gig Worker",
  createdAt: new Date("2026-11-20T16:40:00Z"),
  outcome: "Denied",
  outcomeReasons: ["Name does not match SSN", "Address not verified"],
  primaryDeclineReason: "Fraud",
  decisionUrl: "https://decisions.example.com/evaluations/S-1",
  ...changes,
});

const UNDERWRITING: Underwriting = {
  applicationId: 501,
  requestedAmountCents: 500_000,
  estimatedMonthlyRevenueCents: 1_200_050,
  statedMonthlyRevenueCents: 1_500_000,
  averageDailyBalance90Cents: 90_000,
  minimumBalance90Cents: -12_345,
  negativeDays90: 0,
  nsf90: 3,
  depositCount90: null,
  activeAdvances: 1,
  timeInBusinessMonths: 40,
  fraudScore: 120,
  identityMatch: true,
  bankOwnerMatch: false,
  priorAdvances: 2,
  priorReturns: 1,
  decisionExpiresAt: null,
  createdAt: new Date("2026-11-20T16:40:00Z"),
};

beforeEach(() => {
  seeEverything();
  signIn();
  mockTrpc.query("decisions.list", () => []);
  mockTrpc.query("decisions.underwriting", () => null);
  mockTrpc.query("decisions.vantageScore", () => []);
  mockTrpc.query("similarRecords.fundedBalances", () => []);
  return () => vi.unstubAllGlobals();
});

const open = ({ hasTurn = true, isFunded = false } = {}) =>
  renderPage(<RiskSections userId={USER_ID} hasTurn={hasTurn} isFunded={isFunded} />);
const region = async (name: string) => within(await screen.findByRole("region", { name }));

describe("Decision Engine Outcomes", () => {
  const TITLE = "Decision Engine Outcomes";

  it("shows what was decided, why, and where to read on in a new tab", async () => {
    mockTrpc.query("decisions.list", () => [aDecision()]);
    open();
    const table = within(await (await region(TITLE)).findByRole("table", { name: TITLE }));
    await waitFor(() =>
      expect(
        table
          .getAllByRole("cell")
          .slice(0, 6)
          .map((cell) => cell.textContent),
      ).toEqual([
        "501",
        "Gig Worker",
        "2026-11-20 11:40:00",
        "Denied",
        "Fraud",
        "Name does not match SSN; Address not verified",
      ]),
    );
    const link = table.getByRole("link", { name: /Open decision Gig Worker/ });
    expect(link.getAttribute("href")).toBe("https://decisions.example.com/evaluations/S-1");
    expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual([
      "_blank",
      "noopener noreferrer",
    ]);
  });

  it.each([
    ["Success", "success"],
    ["Approved", "success"],
    ["Denied", "danger"],
    ["Error", "danger"],
    ["Manual Review", "warning"],
    ["Something New", "neutral"],
  ])("the outcome %s looks like %s", async (outcome, tone) => {
    mockTrpc.query("decisions.list", () => [aDecision({ outcome })]);
    open();
    const badge = await (await region(TITLE)).findByText(outcome);
    expect(badge.className).toContain(`bg-${tone}-soft`);
  });

  it("scrolls within itself at 250 pixels and can be folded away and back", async () => {
    mockTrpc.query("decisions.list", () => [aDecision()]);
    const { user } = open();
    const section = await region(TITLE);
    expect((await section.findByRole("group", { name: TITLE })).style.maxHeight).toBe("250px");
    const fold = section.getByRole("button", { name: `Collapse ${TITLE}` });
    expect(fold.getAttribute("aria-expanded")).toBe("true");
    await user.click(fold);
    expect(section.queryByRole("table")).toBeNull();
    await user.click(section.getByRole("button", { name: `Expand ${TITLE}` }));
    expect(section.getByRole("table")).toBeTruthy();
  });

  it.each(["", "javascript:alert(1)"])(
    "an address that is no web page (%j) is no link",
    async (decisionUrl) => {
      mockTrpc.query("decisions.list", () => [aDecision({ decisionUrl })]);
      open();
      const section = await region(TITLE);
      await section.findByRole("table");
      expect(section.getByRole("link").getAttribute("href")).toMatch(/^\/admin\/application-detail/);
    },
  );
});

describe("Underwriting", () => {
  it("shows what was looked at; nothing known is a dash, zero is zero", async () => {
    mockTrpc.query("decisions.underwriting", () => UNDERWRITING);
    open();
    const section = await region("Underwriting");
    await section.findByText("Requested Amount");
    const value = (label: string) => section.getByText(label).nextElementSibling?.textContent;
    expect(value("Requested Amount")).toBe("$5,000.00");
    expect(value("Minimum Balance, 90 Days")).toContain("123.45");
    expect(value("Negative Days, 90 Days")).toBe("0");
    expect(value("Deposits, 90 Days")).toContain("—");
    expect(value("Identity Match")).toBe("Yes");
    expect(value("Bank Owner Match")).toBe("No");
  });
});

describe("Vantage score", () => {
  it("shows each application's score and its band", async () => {
    const appliedAt = new Date("2026-11-20T16:40:00Z");
    mockTrpc.query("decisions.vantageScore", () => [{ applicationId: 501, score: 655, appliedAt }]);
    open();
    const section = await region("Vantage score");
    const label = await section.findByText("Application 501 · 2026-11-20");
    expect(label.nextElementSibling?.textContent).toBe("655Near prime");
  });
});

describe("Funded Users Balance", () => {
  const section = () => screen.queryByRole("region", { name: "Funded Users Balance" });

  it("is not there when there is nothing to show", async () => {
    open();
    await screen.findByText("No Underwriting Found");
    await screen.findByText("No Vantage Score Found");
    expect(section()).toBeNull();
  });

  it("keeps its place for who was funded until it is known, and gives it up when there is nothing", async () => {
    const answer = Promise.withResolvers<[]>();
    mockTrpc.query("similarRecords.fundedBalances", () => answer.promise);
    open({ isFunded: true });
    await waitFor(() => expect(section()?.getAttribute("aria-busy")).toBe("true"));
    answer.resolve([]);
    await waitFor(() => expect(section()).toBeNull());
  });

  it("shows user, balance and whether the balance is active", async () => {
    mockTrpc.query("similarRecords.fundedBalances", () => [
      { userId: 10_009, balanceCents: 499, active: false },
      { userId: 10_010, balanceCents: 100_000, active: true },
    ]);
    open();
    const rows = within(await (await region("Funded Users Balance")).findByRole("table")).getAllByRole("row");
    expect(
      rows.slice(1).map((row) =>
        within(row)
          .getAllByRole("cell")
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ["#10009(opens in a new tab)", "$4.99", "No"],
      ["#10010(opens in a new tab)", "$1,000.00", "Yes"],
    ]);
  });

  it("says when it could not be loaded", async () => {
    mockTrpc.query("similarRecords.fundedBalances", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    open();
    expect(await (await region("Funded Users Balance")).findByRole("button", { name: "Retry" })).toBeTruthy();
  });
});

describe("the sections", () => {
  it.each([
    ["Decision Engine Outcomes", "decisions.list", "No Decision Engine Outcomes Found"],
    ["Underwriting", "decisions.underwriting", "No Underwriting Found"],
    ["Vantage score", "decisions.vantageScore", "No Vantage Score Found"],
  ] as const)("%s: failed is not empty, and loads on Retry", async (title, procedure, empty) => {
    mockTrpc.query(procedure, () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const { user } = open();
    const section = await region(title);
    const retry = await section.findByRole("button", { name: "Retry" });
    expect(section.queryByText(empty)).toBeNull();
    mockTrpc.query("decisions.list", () => []);
    mockTrpc.query("decisions.underwriting", () => null);
    mockTrpc.query("decisions.vantageScore", () => []);
    await user.click(retry);
    expect(await section.findByText(empty)).toBeTruthy();
  });

  it("ask for nothing before it is their turn", () => {
    open({ hasTurn: false });
    for (const section of screen.getAllByRole("region")) expect(section.dataset.state).toBe("idle");
  });
});
