import type { RouterInputs } from "@countinghouse/api";
import { WORK_KIND_NAMES } from "@countinghouse/validators/work/rules";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { anItem } from "./testing/an-item.ts";
import type { WorkItem } from "./work-item.ts";
import WorkPage from "./work-page.tsx";

const OTHER = { id: "0190c1a0-0000-7000-8000-0000000000e1", name: "Ben Ortiz" };

let items: WorkItem[];
let held: RouterInputs["work"]["hold"][];
beforeEach(() => {
  items = [anItem()];
  held = [];
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "EMPLOYEE" }));
  mockTrpc.query("work.list", () => ({
    items,
    total: items.length,
    counts: { team: items.length, mine: 0, "put-off": 0 },
    kinds: WORK_KIND_NAMES.map((kind) => ({ kind, count: 1 })),
    staff: [{ id: ADMIN.id, name: ADMIN.fullName }, OTHER],
  }));
  mockTrpc.mutation("work.hold", ({ input }) => {
    held.push(input);
    return { kind: input.kind, key: input.key };
  });
  mockTrpc.mutation("work.release", ({ input }) => ({ kind: input.kind, key: input.key }));
});

const openItem = () => renderPage(<WorkPage />, { at: "/admin/work?item=MANUAL_REVIEW:501" });
const sheet = () => screen.findByRole("dialog");

it("an item that was given to somebody goes back to whoever had it by Undo", async () => {
  const given: (string | null)[] = [];
  mockTrpc.mutation("work.assign", ({ input: { kind, key, adminId } }) => {
    given.push(adminId);
    return { kind, key };
  });
  const { user } = openItem();
  const opened = within(await sheet());
  await user.click(opened.getByRole("tab", { name: "Assign" }));
  await user.click(opened.getByRole("combobox", { name: "Assignee" }));
  await user.click(await screen.findByRole("option", { name: OTHER.name }));
  await user.click(opened.getByRole("button", { name: "Assign" }));
  await user.click(await screen.findByRole("button", { name: "Undo", hidden: true }));
  await waitFor(() => expect(given).toEqual([OTHER.id, null]));
});

it("an item is held as soon as the list says that its holder let it go", async () => {
  mockTrpc.mutation("work.hold", () => {
    throw mockTrpc.refusal("CONFLICT", { message: "Ben Ortiz is working on it." });
  });
  items = [anItem({ heldBy: { ...OTHER, until: new Date("2026-11-20T17:10:00Z") } })];
  const { queryClient } = openItem();
  const opened = within(await sheet());
  expect(await opened.findAllByText("Ben Ortiz is working on it.")).not.toEqual([]);
  mockTrpc.mutation("work.hold", ({ input }) => {
    held.push(input);
    return { kind: input.kind, key: input.key };
  });
  items = [anItem()];
  await queryClient.invalidateQueries();
  await waitFor(() => expect(held).toMatchObject([{ kind: "MANUAL_REVIEW", key: "501" }]));
  await waitFor(() => expect(opened.queryByText("Ben Ortiz is working on it.")).toBeNull());
});
