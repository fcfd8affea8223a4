import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { anAssetReport, openBankSections, someAssetDetails } from "../testing/bank.tsx";
import { findEnabledButton } from "../testing/user-page.tsx";

afterEach(() => vi.useRealTimers());

const region = async () => within(await screen.findByRole("region", { name: "Asset Report" }));
const justNow = (changes: Parameters<typeof anAssetReport>[0] = {}) =>
  anAssetReport({
    state: "PENDING",
    requestedAt: new Date(),
    finishedAt: null,
    ready: null,
    items: [],
    ...changes,
  });

it("no report yet: No Asset Report Found", async () => {
  openBankSections();
  expect(await (await region()).findByText("No Asset Report Found")).toBeTruthy();
});

it("a report that is there tells when it was requested in GMT, its status, and each account", async () => {
  openBankSections({ report: anAssetReport() });
  const section = await region();
  expect((await section.findByRole("status")).textContent).toBe(
    "Requested: 2026-11-20 20:04:05 GMT Status: READY",
  );
  const table = await section.findByRole("table", { name: "Asset Summary of First Platypus Bank" });
  expect(
    within(table)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["First Platypus Bank", "Plaid Checking", "•••• 0259", "$1,234.50"]);
});

it.each([
  ["Houndstooth Bank", true],
  ["Tartan Bank", false],
])("the account number at %s is red: %s", async (institutionName, isRed) => {
  const [item] = anAssetReport().items;
  if (!item) throw new Error("The report has no item.");
  openBankSections({ report: anAssetReport({ items: [{ ...item, institutionName }] }) });
  const number = await (await region()).findByText("•••• 0259");
  expect(number.className.includes("text-danger-fg")).toBe(isRed);
});

it("a report on its way says PENDING, is asked for again after five seconds, and then is there", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openBankSections({ report: justNow() });
  const section = await region();
  expect((await section.findByRole("status")).textContent).toContain("Status: PENDING");
  mockTrpc.query("assetReports.get", () => anAssetReport());
  await vi.advanceTimersByTimeAsync(4_000);
  expect(section.getByRole("status").textContent).toContain("PENDING");
  await vi.advanceTimersByTimeAsync(1_500);
  await waitFor(() => expect(section.getByRole("status").textContent).toContain("READY"));
});

it("a report nobody waits for any more is not asked for again: Please Try Again", async () => {
  const requestedAt = new Date(Date.now() - 16 * 60_000);
  openBankSections({ report: justNow({ requestedAt }) });
  expect(await (await region()).findByText("Please Try Again")).toBeTruthy();
  await findEnabledButton("Request Asset Report");
});

it("while the provider cannot be asked the report is temporarily unavailable, and still on its way", async () => {
  openBankSections({ report: justNow({ unavailable: true }) });
  const section = await region();
  expect(await section.findByText("Asset report temporarily unavailable")).toBeTruthy();
  expect(section.getByRole("status").textContent).toContain("PENDING");
});

it("a report that failed says ERROR with the provider's code, and another can be requested", async () => {
  const { user } = openBankSections({ report: justNow({ state: "ERROR", errorCode: "DATA_UNAVAILABLE" }) });
  const section = await region();
  expect((await section.findByRole("status")).textContent).toContain("Status: ERROR");
  expect(section.getByText("Asset report temporarily unavailable (DATA_UNAVAILABLE)")).toBeTruthy();
  mockTrpc.mutation("assetReports.request", () => {
    mockTrpc.query("assetReports.get", () => justNow());
    return { id: 10 };
  });
  await user.click(await findEnabledButton("Request Asset Report", section));
  await waitFor(() => expect(section.getByRole("status").textContent).toContain("PENDING"));
  await waitFor(() =>
    expect(section.getByRole("button", { name: "Request Asset Report" }).getAttribute("aria-disabled")).toBe(
      "true",
    ),
  );
});

it("a failed refresh keeps the good report: its summary, PDFs and details stay, the failure stands beside it", async () => {
  const { ready, items } = anAssetReport();
  const failed = justNow({ id: 10, state: "ERROR", errorCode: "ITEM_LOGIN_REQUIRED", ready, items });
  const { user } = openBankSections({ report: failed });
  const section = await region();
  expect(await section.findByText("Asset report temporarily unavailable (ITEM_LOGIN_REQUIRED)")).toBeTruthy();
  expect(section.getByText(/^Below is the report requested:/).textContent).toContain("2026-11-20 20:04:05");
  expect(section.getByRole("table", { name: "Asset Summary of First Platypus Bank" })).toBeTruthy();
  expect(section.getByRole("button", { name: "Asset 60 pdf" })).toBeTruthy();
  const asked: number[] = [];
  mockTrpc.query("assetReports.details", ({ input }) => {
    asked.push(input.id);
    return someAssetDetails();
  });
  await user.click(section.getByRole("button", { name: /Expand/ }));
  await waitFor(() => expect(asked).toEqual([9]));
});

it("the transactions of Asset Details stand by date, the latest first", async () => {
  const details = someAssetDetails();
  const [account] = details.accounts;
  const [transaction] = account?.transactions ?? [];
  if (!account || !transaction) throw new Error("The details have no transaction.");
  const dates = ["2026-11-20", "2026-11-22", "2026-11-21"];
  const transactions = dates.map((date) => ({ ...transaction, transactionId: date, date }));
  const { user } = openBankSections({ report: anAssetReport() });
  mockTrpc.query("assetReports.details", () => ({ ...details, accounts: [{ ...account, transactions }] }));
  await user.click(await (await region()).findByRole("button", { name: /Expand/ }));
  const table = await screen.findByRole("table", { name: "Transactions of Plaid Checking" });
  const shown = within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.querySelector("td")?.textContent);
  expect(shown).toEqual(["2026-11-22", "2026-11-21", "2026-11-20"]);
});

it("a report that cannot be loaded is not shown as none", async () => {
  openBankSections();
  mockTrpc.query("assetReports.get", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  const section = await region();
  expect(await section.findByText("Asset report temporarily unavailable")).toBeTruthy();
  expect(section.queryByText("No Asset Report Found")).toBeNull();
});

it("a call for the report that fails is retried every five seconds, and then the report is there", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openBankSections();
  let asked = 0;
  mockTrpc.query("assetReports.get", () => {
    asked += 1;
    if (asked < 3) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    return anAssetReport();
  });
  const section = await region();
  expect(await section.findByText("Asset report temporarily unavailable")).toBeTruthy();
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(5_500);
  await waitFor(() => expect(asked).toBe(2));
  await vi.advanceTimersByTimeAsync(5_500);
  await waitFor(() => expect(section.getByRole("status").textContent).toContain("READY"));
});

it("Expand opens the details of the institution, kept in the address", async () => {
  const { user } = openBankSections({ report: anAssetReport() });
  mockTrpc.query("assetReports.details", () => someAssetDetails());
  await user.click(await (await region()).findByRole("button", { name: /Expand/ }));
  const drawer = within(await screen.findByRole("dialog", { name: "Asset Details" }));
  expect(await drawer.findByText("Maria Delgado")).toBeTruthy();
  expect(drawer.getByText("41 Mott St, New York, NY 10013")).toBeTruthy();
  expect(drawer.getByText("RIDE PAYOUT")).toBeTruthy();
  expect(address()).toContain("asset=item-1");
  await user.click(drawer.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("details that cannot be had say so in the drawer", async () => {
  const { user } = openBankSections({ report: anAssetReport() });
  mockTrpc.query("assetReports.details", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  await user.click(await (await region()).findByRole("button", { name: /Expand/ }));
  const drawer = within(await screen.findByRole("dialog", { name: "Asset Details" }));
  expect(await drawer.findByText("An error occurred while fetching asset report JSON.")).toBeTruthy();
});

it.each([
  ["Asset 720 PDF", 720],
  ["Asset 60 pdf", 60],
])("%s saves the provider's file and keeps nothing of it", async (name, days) => {
  const made = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:pdf");
  const dropped = vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { user, queryClient } = openBankSections({ report: anAssetReport() });
  mockTrpc.mutation("assetReports.pdf", ({ input }) => ({
    fileName: `asset-${input.days}.pdf`,
    base64: btoa("%PDF-1.7"),
  }));
  await user.click(await (await region()).findByRole("button", { name }));
  await waitFor(() => expect(saved).toEqual([`asset-${days}.pdf`]));
  const [file] = made.mock.calls[0] ?? [];
  expect(file instanceof Blob && (await file.text())).toBe("%PDF-1.7");
  expect(dropped).toHaveBeenCalledWith("blob:pdf");
  const kept = JSON.stringify(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  );
  expect(kept).not.toContain(btoa("%PDF-1.7"));
  vi.restoreAllMocks();
});

it("a PDF the provider does not give is said in its words", async () => {
  const { user } = openBankSections({ report: anAssetReport() });
  const message = "Asset report temporarily unavailable";
  mockTrpc.mutation("assetReports.pdf", () => {
    throw mockTrpc.refusal("SERVICE_UNAVAILABLE", { message });
  });
  await user.click(await (await region()).findByRole("button", { name: "Asset 720 PDF" }));
  expect(await screen.findByText(message)).toBeTruthy();
});
