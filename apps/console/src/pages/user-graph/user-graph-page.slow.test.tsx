import { BANK_STATISTICS_MESSAGES } from "@countinghouse/validators/messages";
import { screen, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import {
  aSnapshot,
  aWindow,
  findTable,
  openStatistics,
  region,
  rowCells,
  someStatistics,
  tableTexts,
} from "./testing/page.tsx";
import UserGraphPage from "./user-graph-page.tsx";

const card = async (title: string): Promise<HTMLElement> => {
  const value = (await screen.findByText(title)).nextElementSibling;
  if (!(value instanceof HTMLElement)) throw new Error(`${title} has no value.`);
  return value;
};

describe("the facts of a report", () => {
  it("are last dates, matches, number of bank accounts and existing advance", async () => {
    openStatistics();
    await screen.findByText("2026-11-17");
    expect((await card("Last Transaction Date")).textContent).toBe("2026-11-20");
    expect((await card("Last Revenue Deposit Date")).textContent).toBe("2026-11-17");
    expect((await card("Number of Bank Accounts")).textContent).toBe("2");
    expect((await card("Transaction Match")).textContent).toBe("98.3%Partly118 of 120 transactions");
    expect((await card("Asset Match")).textContent).toBe("100.0%Match2 of 2 accounts");
    expect((await card("Name Match")).textContent).toBe("93.4%MatchMaria Delgado");
    expect((await card("Existing Advance")).textContent).toBe(
      "−$600.001 lenderKestrel Advance × 20−$3,200.00",
    );
  });

  it("stand in the order of the specification", async () => {
    openStatistics();
    const first = (await screen.findByText("Last Transaction Date")).closest("dl");
    if (!first) throw new Error("There are no cards.");
    expect([...first.querySelectorAll("dt")].map(({ textContent }) => textContent)).toEqual([
      "Last Transaction Date",
      "Last Revenue Deposit Date",
      "Transaction Match",
      "Asset Match",
      "Name Match",
      "Number of Bank Accounts",
      "Existing Advance",
    ]);
  });

  it("have their numbers green when they are positive, and otherwise red", async () => {
    const matches = {
      transactions: { found: 118, of: 120 },
      assets: { found: 0, of: 2 },
      name: { similarity: 0.934, isMatch: true, name: "Maria Delgado" },
    };
    openStatistics({ statistics: someStatistics({ matches }) });
    await screen.findByText("98.3%");
    const colour = async (title: string, text: string) => within(await card(title)).getByText(text).className;
    expect(await colour("Transaction Match", "98.3%")).toContain("text-money-in");
    expect(await colour("Asset Match", "0.0%")).toContain("text-money-out");
    expect(await colour("Name Match", "93.4%")).toContain("text-money-in");
    expect(await colour("Existing Advance", "−$3,200.00")).toContain("text-money-out");
  });

  it("say where there is nothing to compare, and where there is no advance", async () => {
    openStatistics({
      statistics: someStatistics({
        existingAdvance: [],
        lastRevenueDepositDate: null,
        matches: { transactions: null, assets: { found: 0, of: 0 }, name: null },
      }),
    });
    await screen.findByText("There is no earlier report to compare with.");
    expect((await card("Existing Advance")).textContent).toBe("None");
    expect((await card("Last Revenue Deposit Date")).textContent).toContain("none");
    expect((await card("Name Match")).textContent).toContain("The bank reported no owner.");
  });
});

describe("the windows", () => {
  it("stand side by side with their dates, volumes and counts", async () => {
    openStatistics();
    const cashFlow = await findTable("Cash Flow");
    await within(cashFlow).findByText("2026-10-22");
    expect(rowCells(cashFlow, "Start Date")).toEqual(["2026-10-22", "2026-09-22", "2026-09-22"]);
    expect(rowCells(cashFlow, "Business Revenue")).toEqual([
      "$480.00",
      "3",
      "",
      "$960.00",
      "6",
      "",
      "$1,440.00",
      "9",
      "",
    ]);
    expect(rowCells(cashFlow, "High-Risk Outflow")).toEqual([
      "−$210.00",
      "3",
      "",
      "−$420.00",
      "6",
      "",
      "−$630.00",
      "9",
      "",
    ]);
  });

  it("say of each category of business revenue how much of it it is, in percent", async () => {
    openStatistics();
    const cashFlow = await findTable("Cash Flow");
    await within(cashFlow).findByText("2026-10-22");
    const shares = (label: string) => rowCells(cashFlow, label).filter((_, at) => at % 3 === 2);
    expect(shares("Gig Income")).toEqual(["62.5%", "62.5%", "62.5%"]);
    expect(shares("Small-Business Income")).toEqual(["0.0%", "0.0%", "0.0%"]);
  });

  it("stand under tabs, one at a time, where there is no room", async () => {
    const isLike = window.matchMedia.bind(window);
    const media = vi.spyOn(window, "matchMedia");
    onTestFinished(() => media.mockRestore());
    media.mockImplementation((query) => isLike(query.includes("max-width: 899px") ? "screen" : query));
    const { user } = openStatistics();
    const tabs = within(await screen.findByRole("tablist", { name: "Cash Flow, windows" }));
    await within(await findTable("Cash Flow")).findByText("2026-10-22");
    expect(rowCells(await findTable("Cash Flow"), "Start Date")).toEqual(["2026-10-22"]);
    await user.click(tabs.getByRole("tab", { name: "60 days" }));
    expect(rowCells(await findTable("Cash Flow"), "Start Date")).toEqual(["2026-09-22"]);
    expect(address()).toBe("/admin/user-graph?id=10001&days=60");
  });

  it("have a ratio where there are debts, and the words No debt service where there are none", async () => {
    openStatistics();
    const cashFlow = await findTable("Cash Flow");
    await within(cashFlow).findByText("2026-10-22");
    expect(rowCells(cashFlow, "High-Risk")).toEqual(["2.29", "2.29", "2.29"]);
    expect(rowCells(cashFlow, "Universal")).toEqual(Array.from({ length: 3 }, () => "No debt service"));
    expect((await card("Universal Debt-Service Coverage, Overall 90")).textContent).toBe("−0.50");
  });

  it("are marked where the bank data do not reach back to their start", async () => {
    openStatistics();
    await within(await findTable("Cash Flow")).findByText("Partly covered");
    const [heads] = (await findTable("Cash Flow")).rows;
    expect([...(heads?.cells ?? [])].slice(1).map(({ textContent }) => textContent)).toEqual([
      "30 days",
      "60 days",
      "Partly covered90 days",
    ]);
  });

  it("show positive numbers green and all others red, zero among them", async () => {
    const flows = {
      ...aWindow(30).flows,
      nsf: { cents: 0, count: 0 },
    };
    openStatistics({
      statistics: someStatistics({ windows: [aWindow(30, { flows }), aWindow(60), aWindow(90)] }),
    });
    const colour = async (name: string) => (await screen.findByLabelText(name)).className;
    expect(await colour("Business Revenue, 30 days, volume: $480.00")).toContain("text-money-in");
    expect(await colour("High-Risk Outflow, 30 days, volume: −$210.00")).toContain("text-money-out");
    expect(await colour("NSF Counts, 30 days, volume: $0.00")).toContain("text-money-out");
    expect(await colour("NSF Counts, 30 days, count: 0")).toContain("text-money-out");
  });

  it("say where the bank data do not reach back far enough for an average", async () => {
    openStatistics();
    await screen.findByText("2026-11-17");
    expect((await card("Average Business Revenue 90")).textContent).toBe("$3,000.00");
    expect((await card("Average Small-Business Revenue 90 Days")).textContent).toBe("Not enough bank data");
    expect((await card("Abnormal Transactions 90")).textContent).toBe("9$360.00");
  });
});

describe("the snapshots", () => {
  const snapshots = [
    aSnapshot({ id: 9, label: "720 - (2026-11-20)" }),
    aSnapshot({ id: 7, label: "Funded (2026-09-23)" }),
    aSnapshot({ id: 4, label: "2026-08-01" }),
  ];

  it("are searched by typing; the chosen one stands in the address and is asked for", async () => {
    const { user, reports } = openStatistics({ snapshots });
    const trigger = await screen.findByRole("combobox", { name: "Snapshot" });
    expect(trigger.textContent).toContain("720 - (2026-11-20)");
    await user.click(trigger);
    await user.type(await screen.findByRole("combobox", { name: "Search a date" }), "funded");
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "Funded (2026-09-23)",
    ]);
    await user.click(screen.getByRole("option"));
    expect(address()).toBe("/admin/user-graph?id=10001&snapshot=7");
    await expect.poll(() => reports).toEqual([9, 7]);
  });

  it("say so when none is called what was typed", async () => {
    const { user } = openStatistics({ snapshots });
    await user.click(await screen.findByRole("combobox", { name: "Snapshot" }));
    await user.type(await screen.findByRole("combobox", { name: "Search a date" }), "1999");
    expect(await screen.findByText("No snapshot matches")).toBeTruthy();
  });

  it("one that is not the customer's is refused, and the newest offered instead", async () => {
    const { user } = openStatistics({ snapshots, at: "&snapshot=55" });
    mockTrpc.query("bankStatistics.get", ({ input }) => {
      if (input.snapshotId === 55)
        throw mockTrpc.refusal("NOT_FOUND", { message: "There is no such snapshot." });
      return someStatistics();
    });
    expect(await screen.findByText("There is no such snapshot.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show the newest" }));
    expect(await screen.findByText("2026-11-17")).toBeTruthy();
    expect(address()).toBe("/admin/user-graph?id=10001");
  });
});

describe("instead of numbers", () => {
  it("the places of all of them stand there while they load", async () => {
    openStatistics();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    mockTrpc.query("bankStatistics.get", async () => {
      await answered;
      return someStatistics();
    });
    const cashFlow = await findTable("Cash Flow");
    expect(cashFlow.getAttribute("aria-busy")).toBe("true");
    const labelsNow = () => tableTexts(cashFlow).map(([label]) => label);
    const labels = labelsNow();
    expect(labels).toContain("Loan Outflow, General");
    answer();
    await within(cashFlow).findByText("2026-10-22");
    expect(labelsNow()).toEqual(labels);
    expect(cashFlow.getAttribute("aria-busy")).toBeNull();
  });

  it("a customer without a report has the product's sentence, and no Retry", async () => {
    openStatistics({ snapshots: [] });
    expect(await screen.findByText(BANK_STATISTICS_MESSAGES.notCompleted)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
    expect(screen.getByRole("link", { name: "Open Asset Report" }).getAttribute("href")).toBe(
      "/admin/user-detail?id=10001#asset-report",
    );
  });

  it("a failure without a reason has that sentence too, and Retry brings the numbers", async () => {
    const { user } = openStatistics();
    mockTrpc.query("bankStatistics.get", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByText(BANK_STATISTICS_MESSAGES.notCompleted)).toBeTruthy();
    mockTrpc.query("bankStatistics.get", () => someStatistics());
    await user.click(within(alert).getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("2026-11-17")).toBeTruthy();
  });

  it("a failure that the server explains is shown in its words", async () => {
    openStatistics();
    mockTrpc.query("bankStatistics.snapshots", () => {
      throw mockTrpc.refusal("TOO_MANY_REQUESTS", { message: "Please wait a minute." });
    });
    expect(await screen.findByText("Please wait a minute.")).toBeTruthy();
  });

  it("a report without transactions has its facts, and no windows", async () => {
    openStatistics({ statistics: someStatistics({ windows: [], overall: null, averages: null }) });
    expect(await screen.findByText("The report has no transactions")).toBeTruthy();
    expect(screen.queryByRole("table")).toBeNull();
    expect((await card("Number of Bank Accounts")).textContent).toBe("2");
  });

  it.each(["", "?id=nobody"])("an address that names no customer (%s) says so", async (search) => {
    signIn();
    renderPage(<UserGraphPage />, { at: `/admin/user-graph${search}` });
    expect(await screen.findByText("This address has no customer id.")).toBeTruthy();
  });
});

it("the page is named after what it shows, and of whom", async () => {
  openStatistics();
  expect(await screen.findByText("Maria Delgado", { selector: "header span" })).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1, name: "Bank statistics" })).toBeTruthy();
  await region("Risk and Revenue Analytics");
});
