import type { RouterOutputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { OwnLien } from "./own-lien.tsx";

const LIEN: NonNullable<RouterOutputs["businesses"]["ownLien"]> = {
  id: "0190c1a0-0000-7000-8000-0000000000e1",
  state: "NY",
  fileNumber: "202611200001",
  filedOn: "2021-12-20",
  continuedOn: null,
  status: "filed",
  terminationAskedAt: null,
  terminationError: null,
  lapsesOn: "2026-12-20",
  balanceCents: 0,
  whyNotTerminate: null,
};

const terminateButton = () => screen.findByRole("button", { name: "Terminate the lien" });

function open(lien: Partial<typeof LIEN> = {}) {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "EMPLOYEE" as const }));
  mockTrpc.query("businesses.ownLien", () => ({ ...LIEN, ...lien }));
  return renderPage(<OwnLien userId={10_001} disabledReason={null} />);
}

it("asks before the verifier terminates the lien, and sends that once", async () => {
  const { user } = open();
  const sent: unknown[] = [];
  mockTrpc.mutation("businesses.terminateOwnLien", ({ input }) => {
    sent.push(input);
    return { message: "The verifier is asked to terminate the lien." };
  });
  await waitFor(async () => expect((await terminateButton()).getAttribute("aria-disabled")).not.toBe("true"));
  await user.click(await terminateButton());
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Terminate" }));
  await waitFor(() => expect(sent).toEqual([{ lienId: LIEN.id, requestId: expect.any(String) }]));
});

it("says why a lien is not terminated while the customer owes something", async () => {
  const whyNotTerminate = "The customer still has a balance that the lien secures.";
  open({ balanceCents: 100, whyNotTerminate });
  expect((await screen.findAllByText(whyNotTerminate)).length).toBeGreaterThan(0);
  expect((await terminateButton()).getAttribute("aria-disabled")).toBe("true");
});
