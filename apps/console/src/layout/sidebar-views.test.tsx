import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { listsOf } from "@/table/views/page-lists.ts";
import { PAGE_LISTS, PART_LISTS } from "@/table/views/view-lists.ts";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { PAGES } from "./navigation.ts";
import SidebarViews from "./sidebar-views.tsx";

const view = (id: string, name: string, isOwn: boolean, params: Record<string, string>) => ({
  id,
  list: "users",
  name,
  isShared: !isOwn,
  isOwn,
  ownerName: "Ada Keller",
  version: 1,
  content: { version: 1 as const, params, columns: null },
});

it("own and shared views stand under their page with how many rows each shows, where that is counted", async () => {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("lists.kept", () => ({
    arranged: [],
    views: [
      view("a", "Banned", true, { tags: "doNotFund" }),
      view("b", "All of them", false, {}),
      view("c", "Delgados", true, { q: "Delgado" }),
      { ...view("d", "Of another list", true, {}), list: "audit" },
    ],
  }));
  mockTrpc.query("lists.counts", () => [
    { id: "a", count: 12 },
    { id: "b", count: 1_000 },
  ]);
  renderPage(<SidebarViews path="/admin/users" title="Users" isCurrent={false} onKeyDown={() => {}} />, {
    at: "/admin/work",
  });
  const list = within(await screen.findByRole("list", { name: "Views of Users" }));
  await list.findByText("12");
  expect(list.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "Banned12",
    "All of them999+",
    "Delgados",
  ]);
  expect(list.getByRole("link", { name: /Banned/ }).getAttribute("href")).toBe(
    "/admin/users?tags=doNotFund&view=a",
  );
});

it("a view of one of several lists of a page opens that list's, whatever the page is called", async () => {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("lists.counts", () => []);
  mockTrpc.query("lists.kept", () => ({
    arranged: [],
    views: [{ ...view("e", "Old ones", true, {}), list: "unknown-outcomes" }],
  }));
  renderPage(
    <SidebarViews
      path="/admin/payment-exceptions"
      title="Payment Exceptions"
      isCurrent
      onKeyDown={() => {}}
    />,
    { at: "/admin/payment-exceptions?view-unknown-outcomes=e" },
  );
  const link = await screen.findByRole("link", { name: "Old ones" });
  expect(link.getAttribute("href")).toBe("/admin/payment-exceptions?view-unknown-outcomes=e");
  expect(link.getAttribute("aria-current")).toBe("true");
});

it.each([...PAGE_LISTS, ...PART_LISTS])(
  "views of the list %s stand under a page, and under one alone but for bulk jobs",
  (list) => {
    const pages = PAGES.filter(({ path }) => listsOf(path).some((own) => own === list));
    expect(pages.length).toBe(["list-to-review", "rows-of-the-batch"].includes(list) ? 6 : 1);
  },
);
