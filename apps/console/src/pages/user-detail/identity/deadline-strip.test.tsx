import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { Deadline, DeadlineList } from "@/components/deadlines/deadline.ts";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { DeadlineStrip } from "./deadline-strip.tsx";

const USER_ID = 10_001;

const aDeadline = (on: string, key: string): Deadline => ({
  clock: "OFFER",
  key,
  userId: USER_ID,
  userName: "Maria Delgado",
  moneyCents: 70_000,
  from: on,
  said: `The offer on application ${key} is not taken.`,
  on,
  source: "The offer",
});

let asked: unknown[];
const serve = (items: Deadline[]) =>
  mockTrpc.query("deadlines.list", ({ input }): DeadlineList => {
    asked.push(input);
    return { today: "2026-11-20", items, total: items.length };
  });

const openStrip = () => {
  const opened = renderPage(<DeadlineStrip userId={USER_ID} isReady />, {
    at: "/admin/user-detail?id=10001",
  });
  return { ...opened, strip: within(screen.getByRole("complementary", { name: "Deadlines" })) };
};

beforeEach(() => {
  asked = [];
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
});

it("shows the next three of the customer, says which is overdue, and leads to all", async () => {
  serve(
    ["2026-11-18", "2026-11-23", "2026-11-24", "2026-11-25"].map((on, index) =>
      aDeadline(on, `${501 + index}`),
    ),
  );
  const { strip } = openStrip();
  const all = await strip.findByRole("link", { name: "All deadlines (4)" });
  expect(all.getAttribute("href")).toBe("/admin/deadlines?user=10001");
  const links = strip.getAllByRole("link", { name: "Offer expires" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/admin/application-detail?id=501",
    "/admin/application-detail?id=502",
    "/admin/application-detail?id=503",
  ]);
  expect(strip.getAllByText("overdue")).toHaveLength(1);
  expect(asked).toEqual([{ userId: USER_ID }]);
});

it("says that none runs", async () => {
  serve([]);
  expect(await openStrip().strip.findByText("No upcoming deadlines.")).toBeTruthy();
});

it("says that they could not be loaded, never that there are none, and tries again", async () => {
  mockTrpc.query("deadlines.list", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  const { user, strip } = openStrip();
  const retry = await strip.findByRole("button", { name: "Retry" });
  expect(strip.getByText("Deadlines could not be loaded.")).toBeTruthy();
  expect(strip.queryByText("No upcoming deadlines.")).toBeNull();
  serve([]);
  await user.click(retry);
  expect(await strip.findByText("No upcoming deadlines.")).toBeTruthy();
});
