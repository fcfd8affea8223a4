import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { openBulkPage, serveBatches } from "./testing/bulk-page.tsx";
import { aBatch, BATCH_ID, FIVE_TO_REVIEW, FOUR_ROWS } from "./testing/rows.ts";

const LIST = "0197f3a0-0000-7000-8000-0000000000aa";

const serveList = (customers = 5) =>
  mockTrpc.query("customerLists.get", () => ({
    id: LIST,
    title: "Users · Past due: 1–7 days",
    customers,
    madeAt: new Date("2026-11-21T15:42:00Z"),
    madeBy: "Sam Okafor",
  }));

it("the customers that were selected stand in place of pasted ids, and are reviewed like those", async () => {
  serveList();
  const asked: unknown[] = [];
  mockTrpc.query("bulkJobs.previewList", ({ input }) => {
    asked.push(input);
    return { rows: FIVE_TO_REVIEW };
  });
  const page = openBulkPage({ kind: "BULK_ACH", search: `?list=${LIST}` });
  expect(await screen.findByText("5 customers")).toBeTruthy();
  expect(screen.getByText(/Users · Past due: 1–7 days/)).toBeTruthy();
  expect(screen.getByText(/saved at 10:42 ET by Sam Okafor; later matches are not added/)).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: "User ids" })).toBeNull();
  await page.press("View Details");
  expect(await screen.findByRole("link", { name: "48213" })).toBeTruthy();
  expect(asked).toEqual([{ kind: "BULK_ACH", version: 2, listId: LIST }]);
});

it("their banks are asked for the kept list, and ids can be pasted instead", async () => {
  serveList();
  const sent: unknown[] = [];
  mockTrpc.mutation("bulkJobs.startBalance", ({ input }) => {
    sent.push(input);
    const batch = aBatch({ kind: "BULK_BALANCE" });
    serveBatches(batch, [{ batch, rows: FOUR_ROWS }]);
    return { batchId: BATCH_ID };
  });
  const page = openBulkPage({ kind: "BULK_BALANCE", search: `?list=${LIST}` });
  await page.press("Balance");
  expect(await screen.findByText("2/4")).toBeTruthy();
  expect(sent).toEqual([{ version: 2, userIds: "", listId: LIST, requestId: expect.any(String) }]);
  expect(address()).not.toContain("list=");
  page.unmount();
  const again = openBulkPage({ kind: "BULK_BALANCE", search: `?list=${LIST}` });
  await again.press("Paste ids instead");
  expect(await screen.findByRole("textbox", { name: "User ids" })).toBeTruthy();
});

it("more than a job takes are said to be so, and none can be started", async () => {
  serveList(2_001);
  openBulkPage({ kind: "BULK_ACH", search: `?list=${LIST}` });
  expect(await screen.findByText("A bulk job takes at most 2,000 customers: these are 2,001.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "View Details" })).toBeNull();
});
