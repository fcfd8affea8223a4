import type { BulkKind } from "@countinghouse/validators/bulk-jobs/rules";
import { PAYOUT_HOLD_TEXTS as TEXT } from "@countinghouse/validators/payout-hold/rules";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { HeldRun } from "./held-run.tsx";

const BATCH = "01930000-0000-7000-8000-000000000001";

let cancelled: string[];
beforeEach(() => {
  signIn();
  cancelled = [];
  mockTrpc.mutation("bulkJobs.cancelHeld", ({ input }) => {
    cancelled.push(input.batchId);
    return { batchId: input.batchId, cancelled: 3, message: TEXT.runCancelled };
  });
});

const open = (kind: BulkKind) => {
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "EMPLOYEE" }));
  return renderPage(<HeldRun batchId={BATCH} kind={kind} heldUntil={new Date(Date.now() + 3_600_000)} />);
};

const button = () => screen.getByRole("button", { name: "Cancel run" });

it("is cancelled by an EMPLOYEE where it is of a kind that they may start, and not where it is none", async () => {
  const { user, unmount } = open("BULK_DEBIT");
  await waitFor(() => expect(button().getAttribute("aria-disabled")).toBeNull());
  await user.click(button());
  await waitFor(() => expect(cancelled).toEqual([BATCH]));
  unmount();
  const other = open("AUTOMATION");
  expect(await screen.findByText("Only SUPERADMIN or ADMIN can do this.")).toBeTruthy();
  await other.user.click(button());
  expect(cancelled).toEqual([BATCH]);
});
