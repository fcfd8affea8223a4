import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { param, useListParams } from "@/lib/list-params.ts";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { columnHelper } from "../columns.ts";
import { DataTable } from "../data-table.tsx";

type Row = { id: number; name: string };
const column = columnHelper<Row>();
const columns = column.columns([
  column.accessor("id", { header: "Id" }),
  column.accessor("name", { header: "Name" }),
  column.accessor("id", { id: "again", header: "Again" }),
]);
const SCHEMA = { state: param.text.withDefault("") };

function List() {
  const { params, change } = useListParams(SCHEMA);
  return (
    <>
      <button type="button" onClick={() => change({ state: "late" })}>
        Late
      </button>
      <p>state {params.state}</p>
      <DataTable
        label="Things"
        columns={columns}
        rows={[]}
        rowKey={({ id }) => String(id)}
        empty={null}
        pageList="users"
        list="things"
      />
    </>
  );
}

type Kept = RouterOutputs["lists"]["kept"];
const VIEW = "0197f3a0-0000-7000-8000-000000000001";
const view = (changes: Partial<Kept["views"][number]> = {}): Kept["views"][number] => ({
  id: VIEW,
  list: "things",
  name: "Open ones",
  isShared: false,
  isOwn: true,
  ownerName: "Ada Keller",
  version: 1,
  content: {
    version: 1,
    params: { state: "open" },
    columns: { version: 1, order: [], hidden: ["again"], pinned: [], widths: {} },
  },
  ...changes,
});

let kept: Kept;
beforeEach(() => {
  signIn();
  kept = { arranged: [], views: [view()] };
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("lists.kept", () => kept);
});

it("shows the filters and columns that the view of the address keeps", async () => {
  renderPage(<List />, { at: `/admin/things?view=${VIEW}` });
  await screen.findByText("state open");
  expect(address()).toBe(`/admin/things?state=open&view=${VIEW}`);
  await expect.poll(() => screen.queryByRole("columnheader", { name: "Again" })).toBeNull();
  expect(screen.getByRole("button", { name: "View: Open ones" })).toBeTruthy();
});

it("opens with the view that was chosen for it, unless the address says something", async () => {
  kept.arranged.push({ list: "things", columns: null, viewId: VIEW });
  const { unmount } = renderPage(<List />, { at: "/admin/things" });
  await screen.findByText("state open");
  unmount();
  renderPage(<List />, { at: "/admin/things?state=late" });
  await screen.findByRole("button", { name: "View: All" });
  expect(screen.getByText("state late")).toBeTruthy();
});

it("says that a view was changed, keeps the change, and leaves the view", async () => {
  const changed = vi.fn<(input: RouterInputs["lists"]["changeView"]) => void>();
  mockTrpc.mutation("lists.changeView", ({ input }) => {
    changed(input);
    return { id: VIEW, version: 2 };
  });
  const { user } = renderPage(<List />, { at: `/admin/things?view=${VIEW}` });
  await screen.findByText("state open");
  await user.click(screen.getByRole("button", { name: "Late" }));
  await user.click(await screen.findByRole("button", { name: "View: Open ones changed" }));
  await user.click(await screen.findByRole("menuitem", { name: "Save changes to “Open ones”" }));
  await expect.poll(() => changed.mock.lastCall?.[0].content.params).toEqual({ state: "late" });
  await user.click(screen.getByRole("button", { name: /^View: Open ones/ }));
  await user.click(await screen.findByRole("menuitemradio", { name: "All" }));
  expect(address()).toBe("/admin/things");
});

it("saves what is shown under a name, without a search that names a person", async () => {
  const saved = vi.fn<(input: RouterInputs["lists"]["saveView"]) => void>();
  mockTrpc.mutation("lists.saveView", ({ input }) => {
    saved(input);
    kept.views.push(view({ id: input.requestId, name: input.name, content: input.content }));
    return { id: input.requestId };
  });
  const { user } = renderPage(<List />, { at: "/admin/things?state=late&other=maria%40example.com" });
  await user.click(await screen.findByRole("button", { name: "View: All" }));
  await user.click(await screen.findByRole("menuitem", { name: "Save as a view…" }));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Late ones");
  await user.click(screen.getByRole("checkbox", { name: "Share with everyone" }));
  await user.click(screen.getByRole("button", { name: "Save view" }));
  await screen.findByRole("button", { name: "View: Late ones" });
  expect(saved.mock.lastCall?.[0]).toMatchObject({
    list: "things",
    name: "Late ones",
    isShared: true,
    content: { params: { state: "late" } },
  });
});

it("deletes a view and offers to take that back", async () => {
  mockTrpc.mutation("lists.deleteView", ({ input }) => {
    kept.views = [];
    return { id: input.id };
  });
  const restored = vi.fn<(id: string) => void>();
  mockTrpc.mutation("lists.restoreView", ({ input }) => {
    restored(input.id);
    return { id: input.id };
  });
  const { user } = renderPage(<List />, { at: `/admin/things?view=${VIEW}` });
  await user.click(await screen.findByRole("button", { name: "View: Open ones" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete “Open ones”" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await expect.poll(() => restored.mock.lastCall).toEqual([VIEW]);
});

it("of somebody else is not offered to be changed, and says why", async () => {
  kept.views = [view({ isOwn: false, isShared: true, ownerName: "Bo" })];
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "EMPLOYEE" }));
  const { user } = renderPage(<List />, { at: `/admin/things?view=${VIEW}` });
  await user.click(await screen.findByRole("button", { name: "View: Open ones" }));
  const remove = await screen.findByRole("menuitem", { name: "Delete “Open ones”" });
  expect(remove.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText("Only its owner or SUPERADMIN can change this view.")).toBeTruthy();
});

it("of several lists of a page each has its own, beside what else the address says", async () => {
  const Lists = () =>
    ["Things", "Others"].map((label) => (
      <DataTable
        key={label}
        label={label}
        columns={columns}
        rows={[]}
        rowKey={({ id }) => String(id)}
        empty={null}
        partList="unknown-outcomes"
        list={label.toLowerCase()}
      />
    ));
  const other = view({ id: VIEW.replace(/1$/, "2"), list: "others", name: "Short" });
  kept = { arranged: [], views: [view(), other] };
  const { user } = renderPage(<Lists />, { at: `/admin/things?state=late&view-things=${VIEW}` });
  expect(await screen.findByRole("button", { name: /Open ones/ })).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "View: All" }));
  await user.click(await screen.findByRole("menuitemradio", { name: /Short/ }));
  expect(address()).toBe(`/admin/things?state=late&view-things=${VIEW}&view-others=${other.id}`);
  await expect.poll(() => screen.queryAllByRole("columnheader", { name: "Again" })).toEqual([]);
});
