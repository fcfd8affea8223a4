import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
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
