import type { RouterInputs } from "@countinghouse/api";
import { CLOCK_KINDS, CLOCKS } from "@countinghouse/validators/deadlines/rules";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { type Deadline, deadlinePlace } from "@/components/deadlines/deadline.ts";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { selectLoaded } from "@/test/select-loaded.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import DeadlinesPage from "./deadlines-page.tsx";

const aDeadline = (changed: Partial<Deadline> = {}): Deadline => ({
  clock: "ADVERSE_ACTION",
  key: "501",
  userId: 10_001,
  userName: "Maria Delgado",
  moneyCents: null,
  from: "2026-10-19",
  said: "Application 501 was declined: Too many returns.",
  on: "2026-11-18",
  source: "Regulation B, 12 CFR 1002.9(a)(1)",
  ...changed,
});

const OFFER = aDeadline({
  clock: "OFFER",
  key: "502",
  userId: 10_002,
  userName: "Ana Diaz",
  moneyCents: 70_000,
  on: "2026-11-23",
});

let items: Deadline[];
let asked: RouterInputs["deadlines"]["list"][];

function openPage(at = "/admin/deadlines") {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "VIEWER" as const }));
  return renderPage(<DeadlinesPage />, { at });
}

beforeEach(() => {
  items = [aDeadline(), OFFER];
  asked = [];
  mockTrpc.query("deadlines.list", ({ input }) => {
    asked.push(input);
    return { today: "2026-11-20", items, total: items.length };
  });
});

const rows = async () => {
  await screen.findByRole("link", { name: "Adverse action notice" });
  return within(screen.getByRole("table", { name: "Deadlines" }))
    .getAllByRole("row")
    .slice(1);
};

it("shows each with its last day, how far that is, whose it is, what for and who says so", async () => {
  openPage();
  const [late, soon] = await rows();
  for (const text of ["2 d late", "Application 501 was declined: Too many returns.", /Regulation B/])
    expect(within(late as HTMLElement).getByText(text)).toBeTruthy();
  for (const text of ["in 3 d", "$700.00"]) expect(within(soon as HTMLElement).getByText(text)).toBeTruthy();
  expect(screen.getByText("Today is 2026-11-20 (New York)")).toBeTruthy();
});

it("leads to where it is seen to, and to the customer", async () => {
  openPage();
  await rows();
  const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(href("Adverse action notice")).toBe("/admin/application-detail?id=501");
  expect(href("10002 Ana Diaz")).toBe("/admin/user-detail?id=10002");
});

it("asks for those of one customer once the number is whole, and keeps that in the address", async () => {
  const { user } = openPage("/admin/deadlines?kind=OFFER");
  await rows();
  const field = screen.getByRole("textbox", { name: "User id" });
  await user.type(field, "abc{Enter}");
  expect(screen.getByText("The user id is a number.")).toBeTruthy();
  await user.clear(field);
  await user.type(field, "10002{Enter}");
  await waitFor(() => expect(asked.at(-1)).toEqual({ kind: "OFFER", userId: 10_002 }));
  expect(address()).toBe("/admin/deadlines?kind=OFFER&user=10002");
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(address()).toBe("/admin/deadlines"));
});

it("says that none runs where none does", async () => {
  items = [];
  openPage();
  expect(await screen.findByText("No deadlines")).toBeTruthy();
});

it.each(CLOCK_KINDS)("has a place to see to %s, and a word for it", (clock) => {
  expect(deadlinePlace(clock, "501", 10_001)).toMatch(/^\/admin\/[a-z-]+/);
  expect(CLOCKS[clock].word).toMatch(/\w/);
});

it("takes the customers of all that match, those that are not shown as well, as the list of a bulk job", async () => {
  const frozen: unknown[] = [];
  mockTrpc.query("deadlines.list", () => ({ today: "2026-11-20", items, total: 30 }));
  mockTrpc.mutation("customerLists.freeze", ({ input }) => {
    frozen.push(input);
    return { id: "0197f3a0-0000-7000-8000-0000000000aa", customers: 28 };
  });
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  const { user } = renderPage(<DeadlinesPage />, { at: "/admin/deadlines?kind=OFFER" });
  await selectLoaded(user);
  await user.click(await screen.findByRole("button", { name: "Select all 30 that match" }));
  await user.click(await screen.findByRole("checkbox", { name: "Select deadline OFFER:502" }));
  const use = await screen.findByRole("button", { name: "Use these customers in" });
  await waitFor(() => expect(use.getAttribute("aria-disabled")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Use these customers in" }));
  await user.click(await screen.findByRole("menuitem", { name: "Bulk Balance" }));
  await waitFor(() =>
    expect(frozen).toMatchObject([
      {
        of: { list: "deadlines", filters: { kind: "OFFER", userId: null }, except: ["OFFER:502"] },
        expected: 29,
      },
    ]),
  );
});
