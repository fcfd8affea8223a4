import { readFileSync } from "node:fs";
import {
  ANALYTICS_FLOWS,
  type AnyFlow,
  FLOWS,
  STATISTICS_WINDOWS,
} from "@countinghouse/validators/bank-statistics/rules";
import { describe, expect, it } from "vitest";
import { aBankReport, type ReportLine } from "../testing/bank-reports.ts";
import { toBook } from "./book.ts";
import { flowIn, toFigure } from "./flows.ts";
import { transactionsIn } from "./periods.ts";
import { calculateStatistics } from "./statistics.ts";

const DOCUMENT = readFileSync(new URL("./golden.md", import.meta.url), "utf8");

/** The rows of the table that begins with this head, each as its cells. */
function toTable(head: string): string[][] {
  const lines = DOCUMENT.split("\n");
  const begin = lines.findIndex((line) => line.startsWith(head)) + 2;
  const end = lines.findIndex((line, index) => index >= begin && !line.startsWith("|"));
  return lines.slice(begin, end).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}

const toCents = (amount: string): number =>
  Math.round(Number(amount.replace("−", "-").replaceAll(",", "")) * 100);

const transactions = toTable("| no | date").map(
  ([no = "", date = "", account, amount = "", words = "", tag]) => ({
    no,
    account,
    tag,
    line: [
      date,
      toCents(amount),
      words,
      { transactionId: no, pending: tag === "pending" },
    ] satisfies ReportLine,
  }),
);
const findLines = (wanted: string) =>
  transactions.filter(({ account }) => account === wanted).map(({ line }) => line);

const report = aBankReport(findLines("A"), findLines("B"));
const book = toBook(report);
const statistics = calculateStatistics(report);
const ANY_FLOW: readonly AnyFlow[] = [...FLOWS, ...ANALYTICS_FLOWS];

describe("the example worked by hand", () => {
  it("has each of its transactions counted as it says, or left out", () => {
    const said = transactions.filter(
      ({ tag = "" }) => !["own transfer", "reversed", "pending"].includes(tag),
    );
    expect(Object.fromEntries(book.real.map(({ id, tag }) => [id, tag]))).toEqual(
      Object.fromEntries(said.map(({ no, tag }) => [no, tag])),
    );
  });

  it.each(toTable("| flow | 30"))(
    "comes to the sums and counts of %s in 30, 60 and 90 days",
    (name, ...cells) => {
      const flow = ANY_FLOW.find((each) => each === name);
      if (!flow) throw new Error(`no flow ${name}`);
      const worked = cells.slice(0, 3).map((cell) => {
        const [, amount = "", count] = /^(\S+) \((\d+)\)$/.exec(cell) ?? [];
        return { cents: toCents(amount), count: Number(count) };
      });
      const found = STATISTICS_WINDOWS.map((days) =>
        toFigure(flowIn(transactionsIn(book, days).transactions, flow)),
      );
      expect(found).toEqual(worked);
    },
  );

  it("works out every flow", () => {
    const worked = toTable("| flow | 30").map(([flow]) => flow);
    expect(FLOWS.filter((flow) => !worked.includes(flow))).toEqual([]);
  });

  it.each(toTable("| coverage | 30"))("covers debt service as %s says", (name, ...cells) => {
    const worked = cells.map((cell) => {
      const [, available = "", service = "", ratio = ""] = /^(\S+) ÷ (\S+) = (\S+)$/.exec(cell) ?? [];
      return [toCents(available), toCents(service), ratio];
    });
    const found = [...statistics.windows.map(({ coverage }) => coverage), statistics.overall].map((each) => {
      const { availableCents, serviceCents, ratio } =
        each?.[name === "highRisk" ? "highRisk" : "universal"] ?? {};
      return [availableCents, serviceCents, ratio?.toFixed(3)];
    });
    expect(found).toEqual(worked);
  });

  it("has the means it says", () => {
    const worked = toTable("| mean | sum").map(([name, sum = "", months = "", mean = ""]) => [
      name,
      { sumCents: toCents(sum), months: months === "" ? [] : months.split(", "), cents: toCents(mean) },
    ]);
    expect(statistics.averages).toMatchObject(Object.fromEntries(worked));
  });
});
