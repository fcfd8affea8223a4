import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { anItem } from "./testing/an-item.ts";
import type { WorkItem } from "./work-item.ts";
import WorkStrip from "./work-strip.tsx";

const NO_COUNTS = { team: 0, mine: 0, snoozed: 0, done: 0 };
const asked: unknown[] = [];

function openStrip(items: WorkItem[]) {
  signIn();
  mockTrpc.query("work.list", ({ input }) => {
    asked.push(input);
    return { items, total: items.length, counts: NO_COUNTS, kinds: [], staff: [] };
  });
  return renderPage(
    <>
      <WorkStrip userId={10_001} isReady />
      <p>The page</p>
    </>,
    { at: "/admin/user-detail?id=10001" },
  );
}

it("lists the open items of the customer with type, reason, due day and verb", async () => {
  openStrip([
    anItem({ kind: "LIEN", key: "l1", said: "Secured parties can't be blank." }),
    anItem({ kind: "DRIFT", key: "flag:d1", said: "The flag is off there." }),
  ]);
  const strip = within(await screen.findByRole("region", { name: "Today" }));
  expect(strip.getByText("Secured parties can't be blank.")).toBeTruthy();
  expect(strip.getAllByText("2026-11-23")).toHaveLength(2);
  const links = strip.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["Lien problem", "/admin/work?item=LIEN%3Al1"],
    ["Refile lien", "/admin/middesk?id=10001"],
    ["Out of sync", "/admin/work?item=DRIFT%3Aflag%3Ad1"],
    ["Repair data", "/admin/work?item=DRIFT%3Aflag%3Ad1"],
  ]);
  expect(asked.at(-1)).toEqual({ userId: 10_001 });
});

it("shows nothing for a customer without open items", async () => {
  const { queryClient } = openStrip([]);
  await screen.findByText("The page");
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(screen.queryByRole("region", { name: "Today" })).toBeNull();
});
