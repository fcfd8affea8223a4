import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderPage } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import PrimaryAccountPage from "./primary-account-page.tsx";
import { aCard, anAccount, findRow, heldReason, openAccounts, USER_ID, usable } from "./testing/accounts.tsx";

const region = async (name: string) => within(await screen.findByRole("region", { name }));

describe("the page of primary accounts", () => {
  it("names its customer and leads to Add Manually", async () => {
    openAccounts();
    expect(await screen.findByRole("heading", { level: 1, name: "Primary Account" })).toBeTruthy();
    expect(await screen.findByText("Maria Delgado", { selector: "header *" })).toBeTruthy();
    const link = await screen.findByRole("link", { name: "Add Manually" });
    expect(link.getAttribute("href")).toBe(`/admin/add-manually?id=${USER_ID}`);
  });

  it("shows of an account its last four digits and every field of it", async () => {
    openAccounts();
    const row = await findRow("6789");
    for (const text of ["checking", "depository", "021000021", "plaid", "Verified, open", "No"])
      expect(row.getByText(text)).toBeTruthy();
    expect(row.getByTitle("Plaid Checking, Tartan Bank")).toBeTruthy();
    expect(row.getByTitle("acc-11-x9y8z7")).toBeTruthy();
    expect(row.getByRole("button", { name: "Copy account id of Plaid Checking •••• 6789" })).toBeTruthy();
  });

  it("shows of a lost link's account its plaid id, number, name, routing, type and subtype", async () => {
    openAccounts();
    const table = within(await screen.findByRole("table", { name: "Inactive Accounts" }));
    expect(table.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Bank Account Number",
      "Primary",
      "Enabled",
      "Add Manually",
      "Bank Account Name",
      "Routing Number",
      "Type",
      "Subtype",
      "Plaid Id",
    ]);
    expect((await findRow("5005")).getByText("7")).toBeTruthy();
  });

  it("marks the accounts and cards that an import brought, and no others", async () => {
    openAccounts({
      active: [anAccount(), anAccount({ id: 12, last4: "9001", isImported: true })],
      lost: [anAccount({ id: 14, last4: "5005", isImported: true })],
      cards: [aCard(), aCard({ id: 2, last4: "1881", isImported: true })],
    });
    for (const last4 of ["9001", "5005", "1881"])
      expect((await findRow(last4)).getByText("Imported")).toBeTruthy();
    for (const last4 of ["6789", "4242"]) expect((await findRow(last4)).queryByText("Imported")).toBeNull();
  });

  it.each([
    ["SUPERADMIN", 3],
    ["EMPLOYEE", 0],
  ] as const)(
    "leads %s to the history of accounts and cards where the audit may be read",
    async (role, tables) => {
      openAccounts({ role });
      for (const name of ["Active Accounts", "Inactive Accounts", "Cards"])
        expect(await screen.findByRole("table", { name })).toBeTruthy();
      await waitFor(() =>
        expect(screen.queryAllByRole("columnheader", { name: "History" })).toHaveLength(tables),
      );
    },
  );

  it("shows of a card its expiry as MM/YY, and of every security code three dots", async () => {
    openAccounts();
    const row = await findRow("4242");
    for (const text of ["12/30", "•••", "VISA", "Debit", "Immediate", "5180012", "ACTIVE", "cd-1"])
      expect(row.getByText(text)).toBeTruthy();
    expect((await findRow("0005")).getByText("Expired")).toBeTruthy();
    expect(screen.getAllByText("•••")).toHaveLength(3);
  });

  it.each(["Active Accounts", "Inactive Accounts"])("%s can be folded away and back", async (title) => {
    const { user } = openAccounts();
    await screen.findByRole("table", { name: title });
    const fold = screen.getByRole("button", { name: `Collapse ${title}` });
    expect(fold.getAttribute("aria-expanded")).toBe("true");
    await user.click(fold);
    expect(screen.queryByRole("table", { name: title })).toBeNull();
    await user.click(screen.getByRole("button", { name: `Expand ${title}` }));
    expect(screen.getByRole("table", { name: title })).toBeTruthy();
  });

  it("says of each table that there is nothing in it", async () => {
    openAccounts({ active: [], lost: [], cards: [] });
    for (const title of ["Active Accounts", "Inactive Accounts", "Cards"])
      expect(await screen.findByText(`No ${title} Found`)).toBeTruthy();
    expect(await (await region("Active Accounts")).findByRole("link", { name: "Add Manually" })).toBeTruthy();
  });

  it.each([
    ["Active Accounts", "Something went wrong!"],
    ["Cards", "The cards are not there"],
  ])("%s fails alone with '%s' and recovers alone", async (title, message) => {
    const { user } = openAccounts();
    if (title === "Cards")
      mockTrpc.query("cards.list", () => {
        throw mockTrpc.refusal("BAD_REQUEST", { message: "The cards are not there" });
      });
    else
      mockTrpc.query("bankAccounts.list", ({ input }) => {
        if (input.active) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
        return { primaryId: null, accounts: [anAccount({ last4: "5005" })] };
      });
    const section = await region(title);
    expect(await section.findByText(message)).toBeTruthy();
    expect(await findRow("5005")).toBeTruthy();
    mockTrpc.query("cards.list", () => []);
    mockTrpc.query("bankAccounts.list", () => ({ primaryId: null, accounts: [] }));
    await user.click(section.getByRole("button", { name: "Retry" }));
    expect(await section.findByText(`No ${title} Found`)).toBeTruthy();
  });

  it("without a customer, or with one who does not exist, offers a search", async () => {
    renderPage(<PrimaryAccountPage />, { at: "/admin/primary-account" });
    expect(await screen.findByText("This address has no customer id.")).toBeTruthy();
    openAccounts();
    mockTrpc.query("bankAccounts.owner", () => {
      throw mockTrpc.refusal("NOT_FOUND", { message: "There is no customer 10001." });
    });
    expect(await screen.findByText("There is no customer 10001.")).toBeTruthy();
  });
});

it("a VIEWER sees it all, and of every control why it may not be used", async () => {
  openAccounts({ role: "VIEWER" });
  const reason = "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.";
  expect(await heldReason("9001", "switch", /^Enable/)).toBe(reason);
  expect(await heldReason("9001", "button", /^Make primary/)).toBe(reason);
  expect(await heldReason("1881", "switch", /^Activate/)).toBe(reason);
  const add = screen.getByRole("button", { name: "Add Manually" });
  expect(add.getAttribute("aria-disabled")).toBe("true");
});

it.each(["SUPERADMIN", "ADMIN", "EMPLOYEE"] as const)("%s may use them", async (role) => {
  openAccounts({ role });
  await usable("9001", "switch", /^Enable/);
  await usable("9001", "button", /^Make primary/);
  await usable("1881", "switch", /^Activate/);
  await waitFor(() => expect(screen.getByRole("link", { name: "Add Manually" })).toBeTruthy());
});
