import { describe, expect, it, test } from "vitest";
import {
  ANALYTICS_CATEGORIES,
  ANALYTICS_FLOWS,
  FLOW_LABELS,
  FLOWS,
  isAnalyticsFlow,
  perFlow,
  shortRevenueName,
  snapshotLabel,
} from "./rules.ts";
import { GetBankStatistics, ListFlowTransactions } from "./schemas.ts";

test.each([
  ["A".repeat(30), "A".repeat(30)],
  ["A".repeat(31), `${"A".repeat(30)}...`],
  [`${"A".repeat(29)}🚚B`, `${"A".repeat(29)}🚚...`],
  ["", ""],
])("the name %s is shown as %s", (name, shown) => {
  expect(shortRevenueName(name)).toBe(shown);
});

describe("a snapshot", () => {
  const date = "2026-11-20";

  it("is called by its date, by that of a refresh, and first of all by that of the funding", () => {
    expect(snapshotLabel({ date, trxRefresh: null, fundedDate: null })).toBe("2026-11-20");
    expect(snapshotLabel({ date, trxRefresh: date, fundedDate: null })).toBe("720 - (2026-11-20)");
    expect(snapshotLabel({ date, trxRefresh: date, fundedDate: "2026-11-21" })).toBe("Funded (2026-11-21)");
  });

  it("is the newest one when none is named", () => {
    expect(GetBankStatistics.parse({ userId: 7 })).toEqual({ userId: 7, snapshotId: null });
  });
});

describe("a list of transactions", () => {
  const asked = { userId: 7, flow: "deposits", period: 30 };
  const isAllowed = (changes: object) => ListFlowTransactions.safeParse({ ...asked, ...changes }).success;

  it("is one of a flow in a period, from the first page on", () => {
    expect(ListFlowTransactions.parse(asked)).toEqual({
      ...asked,
      snapshotId: null,
      lender: null,
      through: null,
      page: 1,
    });
    expect(isAllowed({ flow: "Total.outflow", period: "avg_monthly_rev_5mean" })).toBe(true);
    expect(isAllowed({ flow: "wages" })).toBe(false);
    expect(isAllowed({ flow: "Total" })).toBe(false);
    expect(isAllowed({ period: 45 })).toBe(false);
    expect(isAllowed({ page: 0 })).toBe(false);
  });
});

describe("the flows", () => {
  it("have a label and a value each", () => {
    expect(Object.keys(FLOW_LABELS).toSorted()).toEqual(FLOWS.toSorted());
    expect(perFlow((flow) => flow)).toEqual(Object.fromEntries(FLOWS.map((flow) => [flow, flow])));
  });

  it("of the analytics are two for each category and are told apart from the others", () => {
    expect(ANALYTICS_FLOWS).toHaveLength(ANALYTICS_CATEGORIES.length * 2);
    expect(ANALYTICS_FLOWS.every(isAnalyticsFlow)).toBe(true);
    expect(FLOWS.some(isAnalyticsFlow)).toBe(false);
  });
});
