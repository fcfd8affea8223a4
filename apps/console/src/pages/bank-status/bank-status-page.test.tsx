import type { RouterOutputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import BankStatusPage from "./bank-status-page.tsx";
import type { Institution } from "./use-institutions.ts";

type Listed = RouterOutputs["institutions"]["list"];

const aBank = (changes: Partial<Institution> = {}): Institution => ({
  institutionId: "ins_1",
  name: "First Platypus Bank",
  status: "HEALTHY",
  statusSince: new Date("2026-11-20T15:00:00Z"),
  askedAt: new Date("2026-11-20T16:40:00Z"),
  error: "",
  customers: 1_234,
  ...changes,
});

const BANKS = [
  aBank({ institutionId: "ins_2", name: "Tartan Bank", status: "DOWN", customers: 1 }),
  aBank({
    institutionId: "ins_3",
    name: "Old Bank",
    status: null,
    statusSince: null,
    askedAt: null,
    error: "No answer",
  }),
  aBank(),
];

const serve = (changes: Partial<Listed> = {}) =>
  mockTrpc.query("institutions.list", () => ({
    institutions: BANKS,
    awaited: 0,
    whyNotRefresh: null,
    unwell: { degraded: 0, down: 1 },
    ...changes,
  }));

function setUp(at = "", role: Role = "EMPLOYEE") {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  return renderPage(<BankStatusPage />, { at: `/admin/bank-status${at}` });
}

const cells = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    );

it("shows each bank with its word, since when, whom it concerns, when it was asked and what went wrong", async () => {
  serve();
  setUp();
  await screen.findByText("Tartan Bank");
  const moments = ["2026-11-20 10:00:00", "2026-11-20 11:40:00"];
  expect(cells()).toEqual([
    ["Down", "Tartan Bank", "ins_2", "1", ...moments, "—none"],
    ["Not known", "Old Bank", "ins_3", "1,234", "—none", "—none", "No answer"],
    ["Healthy", "First Platypus Bank", "ins_1", "1,234", ...moments, "—none"],
  ]);
  const legend = within(screen.getByRole("list", { name: "Legend" })).getAllByRole("listitem");
  expect(legend.map((item) => item.textContent)).toEqual([
    "Healthy1customers can sign in",
    "Degraded0some sign-ins fail",
    "Down1no balance can be read",
    "Not known1no data from the provider",
  ]);
});

it.each([
  ["?status=not-healthy", ["Tartan Bank", "Old Bank"]],
  ["?status=not-known", ["Old Bank"]],
  ["?status=down", ["Tartan Bank"]],
  ["?q=BANK&status=healthy", ["First Platypus Bank"]],
  ["?q=ins_2", ["Tartan Bank"]],
])("the address %s narrows the list", async (at, names) => {
  serve();
  setUp(at);
  await screen.findByText(names[0] ?? "");
  expect(cells().map(([, name]) => name)).toEqual(names);
});

it("says that no bank matches, and shows all again", async () => {
  serve();
  const { user } = setUp("?q=nowhere");
  await screen.findByText("No bank matches");
  await user.click(screen.getAllByRole("button", { name: "Clear filters" })[0] ?? document.body);
  expect(await screen.findByText("Tartan Bank")).toBeTruthy();
  expect(address()).toBe("/admin/bank-status");
});

it("Refresh is sent once, waits while answers are awaited, and says why it can not be had yet", async () => {
  serve();
  const sent = vi.fn<() => void>();
  mockTrpc.mutation("institutions.refresh", () => {
    sent();
    serve({ awaited: 3, whyNotRefresh: "The banks are being asked already." });
    return { institutions: 3 };
  });
  const { user, queryClient } = setUp();
  await screen.findByText("Tartan Bank");
  const button = () => screen.getByRole("button", { name: "Refresh" });
  await waitFor(() => expect(button().getAttribute("aria-disabled")).toBeNull());
  await user.click(button());
  await waitFor(() => expect(button().getAttribute("aria-busy")).toBe("true"));
  await user.click(button());
  expect(sent).toHaveBeenCalledOnce();
  serve({ whyNotRefresh: "The banks were asked less than 30 seconds ago." });
  await queryClient.invalidateQueries();
  await waitFor(() => expect(button().getAttribute("aria-busy")).toBeNull());
  const reason = document.getElementById(button().getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toContain("The banks were asked less than 30 seconds ago.");
});

it("keeps the rows that are there when a further look fails, and says so", async () => {
  serve();
  const { queryClient } = setUp();
  await screen.findByText("Tartan Bank");
  mockTrpc.query("institutions.list", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  await queryClient.invalidateQueries();
  expect(await screen.findByText("Couldn't Fetch Bank With Institutions")).toBeTruthy();
  expect(screen.getByText("Tartan Bank")).toBeTruthy();
});

it("the number of customers of a bank opens them, in the address, and closes again", async () => {
  serve();
  const asked: string[] = [];
  mockTrpc.query("institutions.customers", ({ input }) => {
    asked.push(input.institutionId);
    return {
      customers: [{ userId: 10_002, userName: "Luis Haddad", balanceCents: 12_345, isBroken: true }],
      nextCursor: null,
    };
  });
  const { user } = setUp();
  await user.click(
    await screen.findByRole("button", { name: "1,234 customers linked to First Platypus Bank" }),
  );
  const sheet = within(await screen.findByRole("dialog", { name: "Customers of First Platypus Bank" }));
  expect(await sheet.findByText("Luis Haddad")).toBeTruthy();
  expect(sheet.getByText("$123.45")).toBeTruthy();
  expect(sheet.getByRole("link", { name: "10002" }).getAttribute("href")).toBe("/admin/user-detail?id=10002");
  expect([asked, address()]).toEqual([["ins_1"], "/admin/bank-status?bank=ins_1"]);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(address()).toBe("/admin/bank-status"));
});

it("holds Refresh for a VIEWER, with the reason", async () => {
  serve();
  setUp("", "VIEWER");
  const description = "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.";
  expect(await screen.findByRole("button", { name: "Refresh", description })).toBeTruthy();
});

it("says that the list could not be loaded, and loads it on Retry", async () => {
  mockTrpc.query("institutions.list", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  const { user } = setUp();
  expect(await screen.findByText("Couldn't Fetch Bank With Institutions")).toBeTruthy();
  serve();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Tartan Bank")).toBeTruthy();
});
