import { PAYOUT_HOLD_TEXTS as TEXT } from "@countinghouse/validators/payout-hold/rules";
import { screen } from "@testing-library/react";
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

const open = (role: "ADMIN" | "EMPLOYEE", isMe: boolean) => {
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  return renderPage(
    <HeldRun
      batchId={BATCH}
      heldUntil={new Date(Date.now() + 90_000)}
      startedBy={{ isMe, name: "Sam Ortiz" }}
    />,
  );
};

it("is not cancelled by an EMPLOYEE where it is somebody else's", async () => {
  const { user } = open("EMPLOYEE", false);
  const button = await screen.findByRole("button", { name: "Cancel run" });
  await user.click(button);
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(cancelled).toEqual([]);
});
