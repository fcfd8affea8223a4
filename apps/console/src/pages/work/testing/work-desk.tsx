import type { RouterInputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { WORK_KIND_NAMES } from "@countinghouse/validators/work/rules";
import { screen } from "@testing-library/react";
import { anItem } from "@/components/work/testing/an-item.ts";
import type { WorkItem } from "@/components/work/work-item.ts";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import WorkPage from "../work-page.tsx";

export const OTHER = { id: "0190c1a0-0000-7000-8000-0000000000e1", name: "Ben Ortiz" };
export const SECOND = anItem({
  key: "502",
  userId: 10_002,
  userName: "Ana Diaz",
  said: "The name differs.",
});

/** The items that the server lists, and the commands that it was sent. */
export interface WorkDesk {
  items: WorkItem[];
  held: RouterInputs["work"]["hold"][];
  reopened: RouterInputs["work"]["reopen"][];
}

/** A server with two items that takes holds and reopens. */
export function serveWork(): WorkDesk {
  const desk: WorkDesk = { items: [anItem(), SECOND], held: [], reopened: [] };
  mockTrpc.query("work.list", () => ({
    items: desk.items,
    total: desk.items.length,
    counts: { team: desk.items.length, mine: 0, snoozed: 1, done: 3 },
    kinds: WORK_KIND_NAMES.map((kind) => ({
      kind,
      count: desk.items.filter((item) => item.kind === kind).length,
    })),
    staff: [{ id: ADMIN.id, name: ADMIN.fullName }, OTHER],
  }));
  mockTrpc.mutation("work.hold", ({ input }) => {
    desk.held.push(input);
    return { kind: input.kind, key: input.key };
  });
  mockTrpc.mutation("work.reopen", ({ input }) => {
    desk.reopened.push(input);
    return { kind: input.kind, key: input.key };
  });
  mockTrpc.mutation("work.release", ({ input }) => ({ kind: input.kind, key: input.key }));
  return desk;
}

export function openWork(role: Role = "EMPLOYEE", at = "/admin/work") {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  return renderPage(<WorkPage />, { at });
}

/** The list, once its items are there. */
export async function workTable() {
  await screen.findAllByText("2026-11-23");
  return screen.getByRole("table", { name: "Today" });
}
