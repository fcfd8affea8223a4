import {
  overviewWeeks,
  PAST_DUE_KEYS,
  ROLL_KEYS,
  vintageMonths,
} from "@countinghouse/validators/portfolio/rules";
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { figureAddress, type Overview, readFigure } from "./figures.ts";
import OverviewPage from "./overview-page.tsx";

const TODAY = "2026-11-24";
const BUCKET_CENTS = 12_345;

const anOverview = (): Overview => ({
  today: TODAY,
  outstanding: { owedCents: 1_000_000, owing: 40, creditCents: 700, inCredit: 1 },
  pastDue: PAST_DUE_KEYS.map((bucket, nth) => ({ bucket, cents: BUCKET_CENTS * (nth + 1), users: nth + 2 })),
  weeks: overviewWeeks(TODAY).map((from, nth) => ({
    from,
    to: from,
    advancedCents: 10_000 * nth,
    paidCents: 5_000 * nth,
    returnedCents: 100 * nth,
  })),
  rolls: ROLL_KEYS.map((step) => ({ step, from: TODAY, to: TODAY, cents: 25, ofCents: 100 })),
  vintages: vintageMonths(TODAY).map((month) => ({ month, dueCents: 20_000, paidCents: [5_000, 10_000] })),
});

beforeEach(() => {
  signIn();
  mockTrpc.query("portfolio.overview", anOverview);
  mockTrpc.query("debitControl.returnRates", () => ({
    from: TODAY,
    to: TODAY,
    sources: [],
    line: [],
  }));
});

const open = (path = "/admin/overview") => renderPage(<OverviewPage />, { at: path });

describe("the overview", () => {
  it("shows what is owed, past due, funded and collected, each with the way to what makes it", async () => {
    open();
    const tiles = within(await screen.findByRole("list", { name: "At a glance" }));
    expect(
      (await tiles.findByRole("link", { name: "$10,000.00 Outstanding, show its rows" })).getAttribute(
        "href",
      ),
    ).toBe("/admin/overview?figure=outstanding");
    expect(tiles.getByText("20 customers · 18.52 %", { exact: false })).toBeTruthy();
    expect(
      tiles.getByRole("link", { name: "$1,250.00 Collected this week, show its rows" }).getAttribute("href"),
    ).toBe("/admin/overview?figure=week.2026-11-23.paid");
  });

  it.each([
    ["Past due", "8–30", "$246.90", "/admin/overview?figure=past-due.8-30"],
    [
      "Funded and collected by week",
      "2026-06-08",
      "$100.00",
      "/admin/overview?figure=week.2026-06-08.advanced",
    ],
    ["Roll rate", "8–30", "25 %", "/admin/overview?figure=roll.1-8"],
    [
      "Paid share of scheduled instalments, by month of funding",
      "0",
      "25 %",
      "/admin/overview?figure=vintage.2026-06-01",
    ],
  ])("has the numbers of %s as a table, in which each opens its rows", async (name, row, number, address) => {
    open();
    const table = within(await screen.findByRole("table", { name, hidden: true }));
    const line = table.getByRole("rowheader", { name: row, hidden: true }).closest("tr");
    const [link] = within(line ?? document.body).getAllByRole("link", { name: number, hidden: true });
    expect(link?.getAttribute("href")).toBe(address);
  });

  it("opens the rows of a figure beside it, which say what they come to and whose they are", async () => {
    mockTrpc.query("portfolio.rows", ({ input }) => {
      expect(input.of).toEqual({ figure: "past-due", bucket: "8-30" });
      return {
        rows: [
          {
            key: "10001",
            userId: 10_001,
            userName: "Maria Delgado",
            day: "2026-11-09",
            what: "15 days past due, 2 instalments",
            cents: 24_690,
            ofCents: 90_000,
          },
        ],
        nextCursor: null,
      };
    });
    open("/admin/overview?figure=past-due.8-30");
    const sheet = within(await screen.findByRole("dialog", { name: "Past due 8–30 days" }));
    expect(await sheet.findByText("Together $246.90")).toBeTruthy();
    expect((await sheet.findByRole("link", { name: "10001" })).getAttribute("href")).toBe(
      "/admin/user-detail?id=10001",
    );
    expect(sheet.getByText("15 days past due, 2 instalments")).toBeTruthy();
    expect(sheet.getByText("All 1 shown")).toBeTruthy();
  });

  it("says why it did not load, and loads on Retry", async () => {
    mockTrpc.query("portfolio.overview", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const { user } = open();
    const alert = within(await screen.findByRole("alert"));
    mockTrpc.query("portfolio.overview", anOverview);
    await user.click(alert.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("link", { name: /Outstanding, show its rows/ })).toBeTruthy();
  });
});

describe("the address of a figure", () => {
  it.each([
    { figure: "outstanding" },
    { figure: "credit" },
    { figure: "past-due", bucket: "90+" },
    { figure: "week", week: "2026-11-16", part: "returned" },
    { figure: "roll", step: "61-91" },
    { figure: "vintage", month: "2026-10-01" },
  ] as const)("names it: %j", (figure) => {
    const key = new URLSearchParams(figureAddress(figure).split("?")[1]).get("figure");
    expect(readFigure(key ?? "")).toEqual(figure);
  });

  it.each(["", "past-due", "past-due.9", "week.2026-13-01.paid", "week.2026-11-16.all", "roll.x", "other"])(
    "that names none opens nothing: %j",
    (key) => {
      expect(readFigure(key)).toBeNull();
    },
  );
});
