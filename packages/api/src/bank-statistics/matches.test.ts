import { describe, expect, it } from "vitest";
import { aBankReport, type ReportLine } from "../testing/bank-reports.ts";
import { assetMatch, nameMatch, nameSimilarity, transactionMatch } from "./matches.ts";

const named = (...names: string[]) => {
  const report = aBankReport([]);
  for (const { accounts } of report.items)
    for (const account of accounts) account.owners = [{ names, phoneNumbers: [], emails: [], addresses: [] }];
  return report;
};

describe("the transactions of an earlier report", () => {
  const lines: ReportLine[] = [
    ["2026-11-01", 100, "UBER"],
    ["2026-11-02", 100, "UBER"],
    ["2026-11-02", 100, "UBER"],
    ["2026-11-03", -50, "SHELL"],
  ];

  it("are found again by day, amount and words, each once", () => {
    const later = aBankReport([
      ["2026-11-01", 100, "UBER"],
      ["2026-11-02", 100, "UBER"],
      ["2026-11-03", -51, "SHELL"],
    ]);
    expect(transactionMatch(aBankReport(lines), later)).toEqual({ found: 2, of: 4 });
  });

  it("are not looked for before the later report begins, nor while they are pending", () => {
    const earlier = aBankReport([...lines, ["2026-11-03", 7, "LYFT", { pending: true }]]);
    const later = aBankReport(lines.slice(1));
    expect(transactionMatch(earlier, later)).toEqual({ found: 3, of: 3 });
    expect(transactionMatch(earlier, aBankReport([]))).toEqual({ found: 0, of: 0 });
  });
});

describe("accounts", () => {
  it("match when both id and last digits are the same, in the report and among those linked", () => {
    const report = aBankReport([], []);
    const linked = { accountId: "account-0", mask: "0259" };
    expect(assetMatch(report, [linked, { accountId: "account-1", mask: "0259" }])).toEqual({
      found: 2,
      of: 2,
    });
    expect(assetMatch(report, [linked, { accountId: "account-1", mask: "9999" }])).toEqual({
      found: 1,
      of: 3,
    });
    expect(assetMatch(report, [])).toEqual({ found: 0, of: 2 });
  });
});

describe("names", () => {
  it.each([
    ["Maria Delgado", "MARIA DELGADO", 1],
    ["Delgado, María", "Maria Delgado", 1],
    ["Maria L Delgado", "Maria Delgado", 1 - 2 / 15],
    ["Maria", "Mario", 0.8],
    ["", "Mario", 0],
    ["", "", 0],
  ])("%j and %j are alike by %d", (one, other, similarity) => {
    expect(nameSimilarity(one, other)).toBeCloseTo(similarity, 9);
    expect(nameSimilarity(other, one)).toBeCloseTo(similarity, 9);
  });

  it("of the owner match from 0.85 on, the customer's own or the business's", () => {
    const match = nameMatch(named("Dana Whitaker", "DELGADO CLEANING"), [
      "Maria Delgado",
      "",
      "Delgado Cleanin",
    ]);
    expect(match).toMatchObject({ name: "DELGADO CLEANING", isMatch: true });
    expect(nameMatch(named("Dana Whitaker"), ["Maria Delgado"])?.isMatch).toBe(false);
  });

  it("that nobody told match nothing", () => {
    expect(nameMatch(named(), ["Maria Delgado"])).toBeNull();
    expect(nameMatch(named("Dana Whitaker"), ["", " "])).toBeNull();
  });
});
