import type { RouterInputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import FunnelReportPage from "./funnel-report-page.tsx";

const FUNDED = {
  eventId: 220,
  eventName: "Funded",
  count: 3,
  convertedCount: 3,
  convertedRatio: 100,
  amountValueCents: 150_000,
  movedOnCount: 0,
  rejectedCount: 0,
  dropOffCount: 0,
  stillOpenCount: 3,
};

const OCTOBER = "?period=Last+Month&from=2026-10-01&to=2026-10-31";

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("funnel.report", () => [FUNDED]);
});

const run = () => screen.getByRole("button", { name: "Go Filter" });
const exportButton = () => screen.getByRole("button", { name: "Export CSV" });

async function open(at = OCTOBER) {
  const { user } = renderPage(<FunnelReportPage />, { at: `/admin/funnel-report${at}` });
  await screen.findByRole("form", { name: "Funnel" });
  await waitFor(() => expect(run().getAttribute("aria-disabled")).toBeNull());
  return user;
}

it("a report that can not be made again stays, and says so", async () => {
  const user = await open();
  await screen.findByRole("cell", { name: "Funded" });
  mockTrpc.query("funnel.report", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  await user.click(run());
  expect(
    (await screen.findByText("The rows below were loaded earlier.")).parentElement?.firstChild?.textContent,
  ).toBe("Something went wrong");
  expect(screen.getByRole("cell", { name: "Funded" })).toBeTruthy();
});

it("Go Filter keeps the focus; until its report is there the one in sight is neither dated anew nor exported", async () => {
  const user = await open();
  await screen.findByRole("cell", { name: "Funded" });
  const heading = screen.getByRole("heading", { level: 1 }).closest("header") ?? document.body;
  expect(within(heading).getByRole("status").textContent).toBe("Oct 01, 2026 – Oct 31, 2026 (ET)");
  let answer = () => {};
  mockTrpc.query("funnel.report", async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return [{ ...FUNDED, count: 4 }];
  });
  await user.click(screen.getByRole("combobox", { name: "Deal Type" }));
  await user.click(await screen.findByRole("option", { name: "New" }));
  await user.click(run());
  await waitFor(() => expect(exportButton().getAttribute("aria-disabled")).toBe("true"));
  expect(within(heading).queryByRole("status")).toBeNull();
  answer();
  expect(await screen.findByRole("link", { name: "4" })).toBeTruthy();
  expect(exportButton().getAttribute("aria-disabled")).toBeNull();
  expect(document.activeElement).toBe(run());
});

it("a link with dates of September does not say Current Month", async () => {
  await open("?from=2026-09-01&to=2026-09-30");
  expect(screen.getByRole("combobox", { name: "Time Period" }).textContent).toContain("Custom");
});

it.each(["2026-11-05", "2026-11-10"])(
  "'Select End Date' stands where the range is invalid: to %s",
  async (to) => {
    renderPage(<FunnelReportPage />, { at: `/admin/funnel-report?period=Custom&from=2026-11-10&to=${to}` });
    const form = within(await screen.findByRole("form", { name: "Funnel" }));
    expect(form.getByText("Select End Date")).toBeTruthy();
    expect(form.queryByText(/Nov 10, 2026/)).toBeNull();
  },
);

it("is saved once it has left its event, and is not saved where that fails", async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const sent: RouterInputs["funnel"]["recordExport"][] = [];
  let isRefused = true;
  mockTrpc.mutation("funnel.recordExport", ({ input }) => {
    sent.push(input);
    if (isRefused) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    return { rows: input.rows };
  });
  const user = await open();
  await screen.findByRole("cell", { name: "Funded" });
  await user.click(exportButton());
  await user.click(await screen.findByRole("button", { name: "Save as CSV" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(exportButton().getAttribute("aria-busy")).not.toBe("true"));
  expect(saved).not.toHaveBeenCalled();
  isRefused = false;
  await user.click(exportButton());
  await user.click(await screen.findByRole("button", { name: "Save as CSV" }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(sent.at(-1)).toMatchObject({
    rows: 1,
    report: { startDate: "2026-10-01", endDate: "2026-10-31", dealType: "All", channel: "All" },
  });
  saved.mockRestore();
});

it("opens with the current month, and the address says so", async () => {
  await open("");
  await screen.findByRole("table", { name: "Funnel Analysis" });
  expect(address()).toMatch(/[?&]from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d/);
});

it("each number of customers opens them", async () => {
  mockTrpc.query("funnel.report", () => [{ ...FUNDED, dropOffCount: 1 }]);
  mockTrpc.query("funnel.users", ({ input: { eventId, outcome } }) => {
    expect({ eventId, outcome }).toEqual({ eventId: 220, outcome: "dropOff" });
    return {
      users: [
        {
          userId: 10_001,
          userName: "Maria Delgado",
          reachedAt: new Date("2026-10-05T15:00:00Z"),
          amountCents: 50_000,
        },
      ],
      nextCursor: null,
    };
  });
  const user = await open();
  const table = within(await screen.findByRole("table", { name: "Funnel Analysis" }));
  await user.click(await table.findByRole("link", { name: "1" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Funded: dropped off" }));
  expect(await sheet.findByRole("link", { name: "10001" })).toBeTruthy();
  expect(sheet.getByText("1 customer")).toBeTruthy();
  expect(address()).toContain("phase=220&outcome=dropOff");
});

it("the amount and the ratio of a phase open who reached it", async () => {
  mockTrpc.query("funnel.report", () => [
    { ...FUNDED, count: 4, convertedRatio: 37.5, amountValueCents: 130_000 },
  ]);
  await open();
  const table = within(await screen.findByRole("table", { name: "Funnel Analysis" }));
  for (const name of ["37.5%", "$1,300.00"])
    expect((await table.findByRole("link", { name })).getAttribute("href")).toContain(
      "phase=220&outcome=count",
    );
});

it("the drop-off is drawn, and its numbers stand in a table that opens the same", async () => {
  await open();
  const table = within(await screen.findByRole("table", { name: "Drop-off", hidden: true }));
  const [link] = table.getAllByRole("link", { name: "3", hidden: true });
  expect(link?.getAttribute("href")).toContain("phase=220&outcome=stillOpen");
});

it.each([
  ["Deal Type", ["New", "Renewal", "All"]],
  ["Channel", ["All", "Organic", "Partner"]],
  ["Time Period", ["Current Month", "Last Month", "Last Quarter", "Custom"]],
])("the filter %s offers its values", async (name, values) => {
  const user = await open();
  await user.click(screen.getByRole("combobox", { name }));
  const options = await screen.findAllByRole("option");
  expect(options.map((option) => option.textContent)).toEqual(values);
});

it("a partner is chosen only of the channel Partner, and 'All Partners' comes first", async () => {
  mockTrpc.query("funnel.partners", () => [
    { value: "", label: "All Partners" },
    { value: "north", label: "North Partners" },
  ]);
  const user = await open();
  expect(screen.queryByRole("combobox", { name: "Partner" })).toBeNull();
  await user.click(screen.getByRole("combobox", { name: "Channel" }));
  await user.click(await screen.findByRole("option", { name: "Partner" }));
  await user.click(await screen.findByRole("combobox", { name: "Partner" }));
  await screen.findByRole("option", { name: "North Partners" });
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
    "All Partners",
    "North Partners",
  ]);
});

it.each([
  ["", "", "Select Start Date"],
  ["2026-02-01", "2026-01-01", "The start date must be before the end date."],
])("custom days from %j to %j hold Go Filter", async (from, to, text) => {
  const user = await open();
  await user.click(screen.getByRole("combobox", { name: "Time Period" }));
  await user.click(await screen.findByRole("option", { name: "Custom" }));
  for (const [name, day] of [
    ["Start Date", from],
    ["End Date", to],
  ] as const) {
    await user.clear(await screen.findByRole("textbox", { name }));
    await user.paste(day);
  }
  expect(run().getAttribute("aria-disabled")).toBe("true");
  expect(screen.getAllByText(text).length).toBeGreaterThan(0);
});
