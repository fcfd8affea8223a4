import type { Role } from "@countinghouse/validators/roles";
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { aNote, USER_ID } from "../testing/user-page.tsx";
import { entrySource, type TimelineEntry } from "./entry-words.ts";
import { Timeline } from "./timeline.tsx";

const anEntry = (changes: Partial<TimelineEntry> = {}): TimelineEntry => ({
  kind: "payment",
  key: "payment:1",
  at: new Date("2026-11-20T16:40:00Z"),
  what: "DEBIT",
  text: "•••• 0064",
  who: "Erin Novak",
  cents: 41_250,
  state: "RETURNED",
  ref: "0190c1a0-0000-7000-8000-00000000000b",
  ...changes,
});

const anAccess = (key: string, who: string) =>
  anEntry({
    kind: "access",
    key,
    what: "users.revealSsn",
    text: "",
    who,
    cents: null,
    state: null,
    ref: "7",
  });

beforeEach(() => {
  signIn();
  as("SUPERADMIN");
});

const as = (role: Role) => mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
const open = (notes = [aNote()]) => renderPage(<Timeline userId={USER_ID} notes={notes} isReady />);

describe("the timeline", () => {
  it("tells what happened, who did it, how a payment stands, and leads to where it is from", async () => {
    mockTrpc.query("timeline.list", () => ({ entries: [anEntry()], nextCursor: null }));
    open();
    const entry = within(await screen.findByRole("listitem"));
    const link = entry.getByRole("link", { name: "DEBIT" });
    expect(link.getAttribute("href")).toBe(
      "/admin/payment-processor?payment=0190c1a0-0000-7000-8000-00000000000b",
    );
    for (const text of ["$412.50", "•••• 0064", "Erin Novak", "Returned"])
      expect(entry.getByText(text)).toBeTruthy();
  });

  it("is narrowed by kind and by what is typed, on the server", async () => {
    const asked: { kinds: unknown; search: unknown }[] = [];
    mockTrpc.query("timeline.list", ({ input: { kinds, search } }) => {
      asked.push({ kinds, search });
      return { entries: search === "" ? [anEntry()] : [], nextCursor: null };
    });
    const { user } = open();
    await screen.findByRole("listitem");
    await user.click(screen.getByRole("combobox", { name: "Type" }));
    await user.click(await screen.findByRole("option", { name: "Returns" }));
    await user.type(screen.getByRole("searchbox", { name: "Search the timeline" }), "r01");
    expect(await screen.findByText("No matches.")).toBeTruthy();
    expect(asked.at(-1)).toEqual({ kinds: ["return"], search: "r01" });
  });

  it("keeps pinned notes above everything", async () => {
    mockTrpc.query("timeline.list", () => ({ entries: [anEntry()], nextCursor: null }));
    open([aNote({ note: "Speaks Spanish.", isPinned: true }), aNote({ id: "2", note: "Called." })]);
    const pinned = within(await screen.findByRole("list", { name: "Pinned notes" }));
    expect(pinned.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Speaks Spanish."]);
  });

  it("says once what the same person looked at again and again", async () => {
    mockTrpc.query("timeline.list", () => ({
      entries: [anAccess("a", "Erin"), anAccess("b", "Erin"), anAccess("c", "Sofia"), anAccess("d", "Erin")],
      nextCursor: null,
    }));
    open([]);
    await screen.findAllByRole("listitem");
    expect(screen.getAllByRole("listitem").map((item) => item.textContent?.includes("(2 times)"))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("offers no kind to those who may not see it, and leads them to the section instead of the audit", async () => {
    as("EMPLOYEE");
    mockTrpc.query("timeline.list", () => ({ entries: [anEntry()], nextCursor: null }));
    const { user } = open();
    await screen.findByRole("listitem");
    await user.click(screen.getByRole("combobox", { name: "Type" }));
    expect(await screen.findByRole("option", { name: "Edits" })).toBeTruthy();
    expect(screen.queryByRole("option", { name: "Access" })).toBeNull();
    const moved = anEntry({ kind: "crm", what: "deals.move", ref: "7" });
    expect(entrySource(moved, USER_ID, false)).toEqual({ section: "crm" });
    expect(entrySource(moved, USER_ID, true)).toEqual({ path: `/admin/audit?user=${USER_ID}&event=7` });
  });

  it("that does not load says so, and loads on Retry", async () => {
    mockTrpc.query("timeline.list", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const { user } = open([]);
    const alert = within(await screen.findByRole("alert"));
    mockTrpc.query("timeline.list", () => ({ entries: [], nextCursor: null }));
    await user.click(alert.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("No events yet.")).toBeTruthy();
  });
});
