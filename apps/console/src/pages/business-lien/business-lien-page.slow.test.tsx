import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import {
  aBusiness,
  failingList,
  findRow,
  openBusinesses,
  serveBusinesses,
  serveFirstRows,
} from "./testing/page.tsx";

const searchBox = () => screen.getByRole("textbox", { name: "Search businesses" });

describe("the table", () => {
  it("opens the filed lien of a business, to be continued or terminated", async () => {
    mockTrpc.query("businesses.ownLien", () => null);
    const { user } = openBusinesses({ rows: [aBusiness(10_001, { lienStatus: "filed" })] });
    const row = await findRow(10_001);
    await user.click(row.getByRole("button", { name: "Manage the lien of user 10001" }));
    const dialog = within(await screen.findByRole("dialog", { name: "The lien" }));
    expect(await dialog.findByText("There is no lien of ours.")).toBeTruthy();
  });

  it("shows all of a business record, times in New York and of the EIN the last four digits", async () => {
    openBusinesses({ rows: [aBusiness(10_001, { lienStatus: "filed", lienPdf: "UCC-1 2026-77.pdf" })] });
    const row = await findRow(10_001);
    expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
      "User Id",
      "Name",
      "Status",
      "Lien Status",
      "Lien PDF",
      "Phone",
      "Email",
      "Address",
      "EIN",
      "Business Id",
      "External Id",
      "Batch Id",
      "Created (ET)",
      "Updated (ET)",
    ]);
    expect(row.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
      "10001",
      "Business 10001",
      "Approved",
      "FiledManage the lien of user 10001",
      expect.stringContaining("UCC-1 2026-77.pdf"),
      "(212) 555-0144",
      "owner10001@example.com",
      "41 Mott St, New York, NY 10013",
      "•••• 6789",
      "0b1c2d3e-0000-4000-8000-000000010001",
      "10001",
      "0190c1a0-0000-7000-8000-00000000000b",
      "2026-11-19 10:00:00",
      "2026-11-20 11:40:00",
    ]);
    expect(row.getByRole("link", { name: "10001" }).getAttribute("href")).toBe("/admin/user-detail?id=10001");
    expect(screen.getByText("1–1 of 1")).toBeTruthy();
  });

  it("shows a dash where there is no lien, and N/A where there is no document", async () => {
    openBusinesses();
    const cells = (await findRow(10_001)).getAllByRole("cell").map((cell) => cell.textContent);
    expect(cells.slice(2, 5)).toEqual(["Approved", "—none", "N/A"]);
  });

  it("says Couldn't Fetch Records From Database! when it does not load, and loads on Retry", async () => {
    const { user } = openBusinesses();
    failingList();
    expect((await screen.findByRole("alert")).textContent).toContain("Couldn't Fetch Records From Database!");
    expect(screen.queryByText("No businesses yet")).toBeNull();
    serveBusinesses([aBusiness(10_001)]);
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await findRow(10_001);
  });

  it("keeps the rows that are there when they can not be read again, and says so", async () => {
    const { user } = openBusinesses();
    await findRow(10_001);
    failingList();
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    expect(await screen.findByText("Couldn't Fetch Records From Database!")).toBeTruthy();
    await findRow(10_001);
    serveBusinesses([aBusiness(10_005)]);
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await findRow(10_005);
    expect(screen.queryByText(/The rows below/)).toBeNull();
  });

  it("says that there are none, none that match, and none of a user, each on its own", async () => {
    const { user } = openBusinesses({ rows: [] });
    expect(await screen.findByText("No businesses yet")).toBeTruthy();
    await user.type(searchBox(), "nobody{Enter}");
    expect(await screen.findByText("No business matches")).toBeTruthy();
    cleanup();
    openBusinesses({ at: "?id=7" });
    expect(await screen.findByText("User 7 has no registered business")).toBeTruthy();
  });
});

describe("the filters", () => {
  it("search once nothing was typed for a second, and at once on Enter", async () => {
    const { user, asked } = openBusinesses();
    await findRow(10_001);
    const startedAt = Date.now();
    // Both at once: between them no second can pass.
    for (const value of ["de", "deli"]) fireEvent.change(searchBox(), { target: { value } });
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ search: "deli" }));
    expect((asked.at(-1)?.at ?? 0) - startedAt).toBeGreaterThanOrEqual(1_000);
    expect(asked.map(({ search }) => search)).toEqual(["", "deli"]);
    await user.type(searchBox(), "cat{Enter}");
    expect(window.history.state).toMatchObject({ businesses: { filters: { search: "delicat" } } });
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ search: "delicat" }));
    expect(address()).toBe("/admin/middesk");
  });

  it("ask for those with a lien, those without, and with Clear for all", async () => {
    const { user, asked } = openBusinesses();
    await findRow(10_001);
    for (const filter of ["Yes", "No", "Clear"] as const) {
      await user.click(screen.getByRole("combobox", { name: "Has a lien" }));
      await screen.findByRole("option", { name: filter });
      expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
        "Yes",
        "No",
        "Clear",
      ]);
      await user.click(screen.getByRole("option", { name: filter }));
      await waitFor(() =>
        expect(screen.getByRole("combobox", { name: "Has a lien" }).textContent).toBe(
          filter === "Clear" ? "Lien: any" : `Lien: ${filter}`,
        ),
      );
      await user.click(screen.getByRole("button", { name: "Refresh" }));
      await waitFor(() => expect(asked.at(-1)).toMatchObject({ filter }));
    }
  });

  it("ask for one status", async () => {
    const { user, asked } = openBusinesses();
    await findRow(10_001);
    await user.click(screen.getByRole("combobox", { name: "Status" }));
    await user.click(await screen.findByRole("option", { name: "Failed To Send Request" }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ businessStatus: "Failed To Send Request" }));
  });

  it("show one user whom the address names, and reset the address when another one changes", async () => {
    const { user, asked } = openBusinesses({ at: "?id=10001", rows: [aBusiness(10_001), aBusiness(10_005)] });
    await findRow(10_001);
    expect(asked.at(-1)).toMatchObject({ userId: 10_001 });
    expect(screen.queryByRole("link", { name: "10005" })).toBeNull();
    await user.type(searchBox(), "5{Enter}");
    await findRow(10_005);
    expect(address()).toBe("/admin/middesk");
    expect(asked.at(-1)).toMatchObject({ userId: null, search: "5" });
  });

  it("reset the address when they are cleared", async () => {
    const { user } = openBusinesses({ at: "?id=10001", rows: [aBusiness(10_001), aBusiness(10_005)] });
    await findRow(10_001);
    await user.click(screen.getByRole("button", { name: "Show all users instead of user 10001" }));
    await findRow(10_005);
    expect(address()).toBe("/admin/middesk");
  });

  it("say Couldn't Clear Filters! when the whole list does not come back", async () => {
    const { user } = openBusinesses({ at: "?id=10001" });
    await findRow(10_001);
    failingList();
    await user.click(screen.getByRole("button", { name: "Show all users instead of user 10001" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Couldn't Clear Filters!");
  });

  it("are found again by Back and by a reload, though the address does not say them", async () => {
    const first = openBusinesses();
    await findRow(10_001);
    await first.user.type(searchBox(), "deli{Enter}");
    await waitFor(() => expect(first.asked.at(-1)).toMatchObject({ search: "deli" }));
    const entry: unknown = window.history.state;
    first.unmount();
    const second = openBusinesses();
    window.history.replaceState(entry, "", "/admin/middesk");
    await waitFor(() => expect(second.asked.at(-1)).toMatchObject({ search: "deli" }));
    expect(searchBox()).toHaveProperty("value", "deli");
  });
});

describe("the pages", () => {
  it("are fifty rows unless another of the five sizes is chosen", async () => {
    const { user } = openBusinesses();
    const asked = serveFirstRows(120);
    await findRow(20_000);
    expect(screen.getByText("Page 1 of 3")).toBeTruthy();
    expect(asked.at(-1)).toMatchObject({ page: 1, pageSize: 50 });
    await user.click(screen.getByRole("combobox", { name: "Rows of a page" }));
    expect((await screen.findAllByRole("option")).map((option) => option.textContent)).toEqual([
      "50 a page",
      "100 a page",
      "150 a page",
      "200 a page",
      "250 a page",
    ]);
    await user.click(screen.getByRole("option", { name: "100 a page" }));
    expect(await screen.findByText("Page 1 of 2")).toBeTruthy();
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 1, pageSize: 100 }));
  });

  it("turn to the next and back, and say why they can not", async () => {
    const { user } = openBusinesses();
    serveFirstRows(120);
    await findRow(20_000);
    const pages = within(screen.getByRole("navigation", { name: "Pages of businesses" }));
    expect(pages.getByRole("tooltip").textContent).toBe("This is the first page.");
    await user.click(pages.getByRole("button", { name: "Next" }));
    await findRow(20_050);
    await user.click(pages.getByRole("button", { name: "Next" }));
    await findRow(20_100);
    expect(pages.getByRole("tooltip").textContent).toBe("This is the last page.");
    expect(screen.getByText(/^101–101 of 120/)).toBeTruthy();
    await user.click(pages.getByRole("button", { name: "Previous" }));
    await findRow(20_050);
  });
});
