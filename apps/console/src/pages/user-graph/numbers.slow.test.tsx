import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { address } from "@/test/render-page.tsx";
import { aTransaction, flowPage, openStatistics, region, tableTexts } from "./testing/page.tsx";

const LONG = "SQ *DELGADO CATERING AND EVENTS OF NEW YORK";

describe("a number", () => {
  it("opens the transactions that make it, which add up to it to the cent", async () => {
    const made = [
      aTransaction({ id: "1", amountCents: 46_999 }),
      aTransaction({ id: "2", amountCents: 1_001, name: LONG, mask: null }),
    ];
    const { user, asked } = openStatistics({ transactions: () => flowPage(made) });
    await user.click(await screen.findByLabelText("Business Revenue, 30 days, volume: $480.00"));
    const drawer = within(await screen.findByRole("dialog", { name: "Business Revenue, 30 days" }));
    expect(await drawer.findByText("2 transactions, $480.00 · 2026-10-22 to 2026-11-20")).toBeTruthy();
    expect(tableTexts(drawer.getByRole("table"))).toEqual([
      ["2026-11-17", "UBER EDI PAYMNT", "Gig Income", "Plaid Checking •••• 0259", "$469.99"],
      ["2026-11-17", LONG, "Gig Income", "Plaid Checking", "$10.01"],
    ]);
    expect(drawer.getByText("Sum of 2 transactions").nextElementSibling?.textContent).toBe("$480.00");
    expect(asked.at(-1)).toEqual({
      userId: 10_001,
      snapshotId: 9,
      flow: "businessRevenue",
      period: 30,
      lender: null,
      through: null,
      page: 1,
    });
    expect(address()).toBe("/admin/user-graph?id=10001&number=businessRevenue:30");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(address()).toBe("/admin/user-graph?id=10001"));
  });

  it("with more transactions than a page shows how much of it is there so far, and then all", async () => {
    const { user } = openStatistics({
      at: "&number=nsf:60",
      transactions: ({ page = 1 }) =>
        flowPage([aTransaction({ id: `t-${page}`, amountCents: -3_500 })], {
          cents: -7_000,
          count: 2,
          page,
          pages: 2,
        }),
    });
    const drawer = within(await screen.findByRole("dialog", { name: "NSF Counts, 60 days" }));
    expect((await drawer.findByText("The newest 1 of 2 transactions")).nextElementSibling?.textContent).toBe(
      "−$35.00 of −$70.00",
    );
    await user.click(drawer.getByRole("button", { name: "Show more" }));
    expect((await drawer.findByText("Sum of 2 transactions")).nextElementSibling?.textContent).toBe(
      "−$70.00",
    );
    expect(drawer.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  it("that is worked out opens what it is worked out of, and each part its transactions", async () => {
    const { user } = openStatistics();
    await user.click(await screen.findByLabelText("High-Risk Debt-Service Coverage, 30 days: 2.29"));
    const worked = within(
      await screen.findByRole("dialog", { name: "High-Risk Debt-Service Coverage, 30 days" }),
    );
    expect(worked.getByText("Available").nextElementSibling?.textContent).toBe("$480.00");
    expect(worked.getByText("Result").nextElementSibling?.textContent).toBe("2.29");
    await user.click(worked.getByRole("button", { name: "High-Risk Outflow, 30 days: −$210.00" }));
    expect(await screen.findByRole("dialog", { name: "High-Risk Outflow, 30 days" })).toBeTruthy();
  });

  it.each([
    ["share-gigIncome:30", "Gig Income, share of business revenue, 30 days", "62.5%"],
    ["average-avg_monthly_rev_3mean", "avg_monthly_rev_3mean", "$3,000.00"],
    [
      "average-averageSmallBusinessRevenue90",
      "Average Small-Business Revenue 90 Days",
      "Not enough bank data",
    ],
    ["coverage-universal:overall", "Universal Debt-Service Coverage, overall 90", "−0.50"],
    ["coverage-universal:60", "Universal Debt-Service Coverage, 60 days", "No debt service"],
    ["net-MCA_High_Risk:30", "MCA_High_Risk, net, 30 days", "−$3,000.00"],
    ["tally-Total:30", "Total, count, 30 days", "5"],
    ["part-Misc_Income:90", "Misc_Income, share, 90 days", "25.0%"],
  ])("%s of the address is %s and comes to %s", async (key, title, result) => {
    openStatistics({ at: `&number=${key}` });
    const drawer = within(await screen.findByRole("dialog", { name: title }));
    expect(drawer.getByText("Result").nextElementSibling?.textContent).toBe(result);
  });

  it("that was closed leaves room for what is opened next", async () => {
    const { user } = openStatistics();
    await user.click(await screen.findByLabelText("Business Revenue, 30 days, volume: $480.00"));
    await screen.findByRole("dialog", { name: "Business Revenue, 30 days" });
    await user.keyboard("{Escape}");
    await user.click(screen.getByText("Misc Income", { selector: "button" }));
    expect(await screen.findByRole("dialog", { name: "Misc Income" })).toBeTruthy();
    await waitFor(() => expect(address()).toBe("/admin/user-graph?id=10001&misc=1"));
  });

  it("that is none opens nothing", async () => {
    openStatistics({ at: "&number=ssn:30" });
    await screen.findByText("2026-11-17");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the categories of business revenue", () => {
  it("list every deposit of the window: a name of 30 characters and dots, the amount and the date", async () => {
    const { user, asked } = openStatistics({
      transactions: ({ period }) => flowPage([aTransaction({ name: period === 60 ? "LYFT" : LONG })]),
    });
    const section = await region("Business Revenue Categories");
    const list = await section.findByRole<HTMLTableElement>("table", {
      name: "Business Revenue Categories, 30 days",
    });
    const short = await within(list).findByText("SQ *DELGADO CATERING AND EVENT...");
    expect(tableTexts(list)[0]?.slice(1)).toEqual(["Gig Income", "$123.45", "2026-11-17"]);
    await user.hover(within(list).getByRole("button", { description: LONG }));
    expect(await screen.findByText(LONG, { ignore: "[hidden]" })).toBeTruthy();
    expect(short.textContent).toHaveLength(33);
    await user.click(section.getByRole("tab", { name: "60 days" }));
    expect(await section.findByText("LYFT")).toBeTruthy();
    expect(asked.map(({ flow, period }) => [flow, period])).toEqual([
      ["businessRevenue", 30],
      ["businessRevenue", 60],
    ]);
    expect(address()).toBe("/admin/user-graph?id=10001&days=60");
  });
});

describe("the analytics", () => {
  it("are a chart that says what it shows, and beside it the same as a table", async () => {
    openStatistics();
    const section = await region("Risk and Revenue Analytics");
    expect(
      await section.findByRole("figure", {
        name: "Money in and out by category, 30 days: MCA_High_Risk 75.0%, Misc_Income 25.0%",
      }),
    ).toBeTruthy();
    const rows = tableTexts(section.getByRole("table", { name: "Risk and Revenue Analytics, 30 days" }));
    expect(rows[0]).toEqual(["Total", "$1,000.00", "−$3,000.00", "−$2,000.00", "5", "100.0%"]);
    expect(rows.map(([category]) => category?.replace(/^\d/, ""))).toEqual([
      "Total",
      "Loan",
      "MCA_Low_Risk",
      "Consumer_Loan",
      "MCA_High_Risk",
      "Payday_Loan",
      "BNPL",
      "Mortgage_n_Others",
      "Overdraft",
      "Misc_Income",
    ]);
    expect(section.getByText("avg_monthly_rev_3mean").nextElementSibling?.textContent).toBe("$3,000.00");
    expect(section.getByText("avg_monthly_rev_5mean").nextElementSibling?.textContent).toBe(
      "Not enough bank data",
    );
  });

  it("a modal lists the misc income of each window by date, name and amount", async () => {
    const { user, asked } = openStatistics({
      transactions: ({ period }) =>
        flowPage([aTransaction({ name: `ZELLE ${period}`, category: "miscIncome" })]),
    });
    const section = await region("Risk and Revenue Analytics");
    await screen.findByText("2026-11-20", { selector: "dd time" });
    await user.click(section.getByRole("button", { name: "Misc Income" }));
    const modal = within(await screen.findByRole("dialog", { name: "Misc Income" }));
    expect(await modal.findByText("ZELLE 30")).toBeTruthy();
    expect(tableTexts(modal.getByRole("table"))).toEqual([["2026-11-17", "ZELLE 30", "$123.45"]]);
    await user.click(modal.getByRole("tab", { name: "90 days" }));
    expect(await modal.findByText("ZELLE 90")).toBeTruthy();
    expect(asked.filter(({ flow }) => flow === "miscIncome").map(({ period }) => period)).toEqual([30, 90]);
    expect(address()).toBe("/admin/user-graph?id=10001&misc=1&days=90");
    await user.click(modal.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(address()).toBe("/admin/user-graph?id=10001&days=90"));
  });
});
