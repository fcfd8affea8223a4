import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { getPreferences } from "@/lib/preferences.ts";
import { readToken } from "@/lib/session.ts";
import { ADMIN, address, renderPage, signIn, tokenFor } from "@/test/render-page.tsx";
import { Site } from "@/test/site.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";

const setUp = (at: string) => renderPage(<Site />, { at });
const sidebar = () => within(screen.getByRole("navigation", { name: "Main" }));

beforeEach(() => {
  mockTrpc.query("admins.me", () => ADMIN);
});

it("sends a visitor without a token to login, and remembers where to", async () => {
  setUp("/admin/user-detail?id=7#notes");
  await screen.findByText("login form");
  expect(address()).toBe(`/admin/login?next=${encodeURIComponent("/admin/user-detail?id=7#notes")}`);
});

it("removes a token that does not decode, and sends its holder to login", async () => {
  localStorage.setItem("token", "garbage");
  setUp("/admin/users");
  await screen.findByText("login form");
  expect(readToken()).toBeNull();
  expect(address()).toBe("/admin/login");
});

it("sends a signed-in admin from login to the users list", async () => {
  signIn();
  setUp("/admin/login");
  expect(await screen.findByRole("heading", { name: "Users" })).toBeTruthy();
  expect(address()).toBe("/admin/users");
});

it("names the signed-in admin, as the server knows them", async () => {
  signIn();
  setUp("/admin/users");
  expect(await screen.findByRole("button", { name: /Ada Keller/ })).toBeTruthy();
});

it("says on every page that nothing goes out, and leads who may see it to why", async () => {
  mockTrpc.query("admins.me", () => ({ ...ADMIN, standing: "RECOVERY" as const }));
  signIn();
  const { unmount } = setUp("/admin/users");
  await screen.findByText(/The console is in recovery. Nothing is sent until a SUPERADMIN releases it./);
  expect(screen.getByRole("link", { name: "See why" }).getAttribute("href")).toBe("/admin/recovery");
  unmount();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "VIEWER" as const, standing: "RECOVERY" as const }));
  setUp("/admin/settings");
  await screen.findByText(/The console is in recovery/);
  expect(screen.queryByRole("link", { name: "See why" })).toBeNull();
});

const titles = () =>
  [...screen.getByRole("navigation", { name: "Main" }).querySelectorAll<HTMLElement>("a, button")].map(
    ({ title }) => title,
  );

it("lists in the sidebar the pages that exist with folded groups, and Logout", () => {
  signIn();
  setUp("/admin/users");
  expect(titles()).toEqual([
    "Users",
    "Today",
    "Approvals",
    "Payments",
    "Payments V2",
    "File upload",
    "Payment Schedules",
    "Loans ledger",
    "Collections",
    "Payment Summary",
    "Reports",
    "Bank Status",
    "Logout",
  ]);
  expect(sidebar().getByRole("link", { name: "Users" }).getAttribute("aria-current")).toBe("page");
});

it.each([
  ["Payments", ["Bulk Debit Payment", "Bulk Balance", "Bulk ACH Payment"]],
  ["Payments V2", ["Bulk Debit Payment V2", "Bulk Balance V2", "Bulk ACH Payment V2"]],
  ["Collections", ["Export", "Business & Lien"]],
  [
    "Reports",
    [
      "Payment automation",
      "Funding Reconciliation",
      "Funnel Analysis",
      "Ledger Write Failures",
      "Chargebacks: Processed",
      "Chargebacks: Unprocessed",
      "Payment Exceptions",
    ],
  ],
])("the group %s opens and folds, and stays as it was left", async (group, pages) => {
  signIn();
  const { user } = setUp("/admin/users");
  const heading = sidebar().getByRole("button", { name: group });
  await user.click(heading);
  expect(heading.getAttribute("aria-expanded")).toBe("true");
  const links = within(sidebar().getByRole("list", { name: group })).getAllByRole("link");
  expect(links.map(({ title }) => title)).toEqual(pages);
  expect(getPreferences().sidebarGroups).toEqual({ [group]: true });
  await user.click(heading);
  expect(heading.getAttribute("aria-expanded")).toBe("false");
  expect(JSON.parse(localStorage.getItem("preferences") ?? "{}").sidebarGroups).toEqual({ [group]: false });
});

it("opens the group of the current page; once folded, its heading takes the Tab key", async () => {
  signIn();
  const { user } = setUp("/admin/external-payments");
  const heading = sidebar().getByRole("button", { name: "Collections" });
  expect(heading.getAttribute("aria-expanded")).toBe("true");
  expect(sidebar().getByRole("link", { name: "Export" }).getAttribute("aria-current")).toBe("page");
  await user.click(heading);
  expect(sidebar().queryByRole("link", { name: "Export" })).toBeNull();
  expect(heading.tabIndex).toBe(0);
});

it("says beside Bank Status how many banks are down and degraded, and nothing while all are well", async () => {
  mockTrpc.query("admins.me", () => ({ ...ADMIN, banks: { down: 2, degraded: 1 } }));
  signIn();
  const { queryClient } = setUp("/admin/users");
  await sidebar().findByTitle("2 down, 1 degraded");
  const entry = () => sidebar().getByTitle("Bank Status").textContent;
  expect(entry()).toBe("Bank Status2 down, 1 degraded");
  mockTrpc.query("admins.me", () => ADMIN);
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(entry()).toBe("Bank Status"));
});

it("leads only who may change them to the settings", async () => {
  signIn();
  setUp("/admin/users");
  expect((await sidebar().findByRole("link", { name: "Settings" })).getAttribute("href")).toBe(
    "/admin/settings",
  );
});

it("leads from a customer's payments back to the same customer", () => {
  signIn();
  setUp("/admin/payment?id=7&mode=SALE");
  expect(sidebar().getByRole("link", { name: "Back to User" }).getAttribute("href")).toBe(
    "/admin/user-detail?id=7",
  );
  const breadcrumb = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
  expect(breadcrumb.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/admin/users",
    "/admin/user-detail?id=7",
  ]);
});

it("shows on a sub-page nothing but the way back", () => {
  signIn();
  setUp("/admin/user-detail?id=7");
  expect(
    sidebar()
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["Back to Users"]);
  expect(sidebar().getByRole("link").getAttribute("href")).toBe("/admin/users");
});

it("leads the breadcrumb from Users to the name of the user, and names the tab", () => {
  signIn();
  setUp("/admin/user-detail?id=7");
  const breadcrumb = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
  expect(breadcrumb.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Users",
    "Maria Delgado",
  ]);
  expect(document.title).toBe("Maria Delgado · Countinghouse");
});

it("puts the focus on the heading of the page that was gone to", async () => {
  signIn();
  const { user } = setUp("/admin/user-detail?id=7");
  await user.click(sidebar().getByRole("link"));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Users" })));
});

it("keeps the sidebar as narrow as it was left", async () => {
  signIn();
  const { user } = setUp("/admin/users");
  await user.click(screen.getByRole("button", { name: "Collapse sidebar" }));
  expect(getPreferences().sidebarCollapsed).toBe(true);
  expect(JSON.parse(localStorage.getItem("preferences") ?? "{}").sidebarCollapsed).toBe(true);
});

it("shows the unknown page, with the shell around it, for an address that names none", () => {
  signIn();
  setUp("/admin/whatever");
  expect(screen.getByRole("heading", { name: "Page not found" })).toBeTruthy();
  expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
});

it("logs out: the server is told, all but the preferences is forgotten, and login is shown", async () => {
  signIn();
  localStorage.setItem("preferences", '{"theme":"dark"}');
  localStorage.setItem("draft", "x");
  const told = vi.fn<() => void>();
  mockTrpc.mutation("auth.signOut", () => {
    told();
    return { message: "You are successfully logged out!" };
  });
  const { user, queryClient } = setUp("/admin/users?q=delgado");
  await user.click(sidebar().getByRole("button", { name: "Logout" }));
  await screen.findByText("login form");
  expect(await screen.findByText("You are successfully logged out!")).toBeTruthy();
  expect(told).toHaveBeenCalledOnce();
  expect(address()).toBe("/admin/login");
  expect(Object.keys(localStorage)).toEqual(["preferences"]);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

it("goes to login as soon as another tab has logged out, and keeps nothing that was read", async () => {
  signIn();
  const { queryClient } = setUp("/admin/users");
  await screen.findByRole("button", { name: /Ada Keller/ });
  expect(queryClient.getQueryCache().getAll()).not.toEqual([]);
  act(() => {
    localStorage.removeItem("token");
    window.dispatchEvent(new StorageEvent("storage", { key: "token" }));
  });
  expect(await screen.findByText("login form")).toBeTruthy();
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

it("sets theme and density from the admin menu", async () => {
  signIn();
  const { user } = setUp("/admin/users");
  await user.click(await screen.findByRole("button", { name: /Ada Keller/ }));
  expect(await screen.findByText("SUPERADMIN")).toBeTruthy();
  await user.click(await screen.findByRole("menuitemradio", { name: "compact" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "dark" }));
  expect(getPreferences()).toMatchObject({ theme: "dark", density: "compact" });
});

it("says that the network is gone, and that payments are blocked", async () => {
  signIn();
  setUp("/admin/users");
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(
    await screen.findByText(/You are offline\. Showing data from \d\d:\d\d ET\. Payments are blocked\./),
  ).toBeTruthy();
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull());
});

it("ends the session when the server no longer knows it", async () => {
  localStorage.setItem("token", tokenFor({ sub: "gone" }));
  mockTrpc.query("admins.me", () => {
    throw mockTrpc.refusal("UNAUTHORIZED", { message: "Unauthorized User" });
  });
  mockTrpc.mutation("auth.refresh", () => {
    throw mockTrpc.refusal("UNAUTHORIZED");
  });
  setUp("/admin/users");
  expect(await screen.findByText("login form")).toBeTruthy();
  expect(await screen.findByText("Unauthorized User")).toBeTruthy();
});

it("leads whose role needs a second factor to the profile, wherever they go", async () => {
  mockTrpc.query("admins.me", () => ({ ...ADMIN, mustAddFactor: true }));
  signIn();
  setUp("/admin/users");
  await waitFor(() => expect(address()).toBe("/admin/profile"));
});
