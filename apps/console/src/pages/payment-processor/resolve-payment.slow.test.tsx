import type { RouterInputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { DETAILS, type Details, openProcessor, PAYMENT_ID } from "./testing/page.tsx";

const FORGOTTEN: Details = {
  ...DETAILS,
  kind: "FUND",
  paymentType: "CREDIT",
  state: "NEEDS_REVIEW",
  amountCents: 90_000,
  events: [],
  ledger: [],
};

const open = (changed: Partial<Details> = {}, role: Role = "SUPERADMIN") =>
  openProcessor({ at: `?payment=${PAYMENT_ID}`, details: { ...FORGOTTEN, ...changed }, role });

const resolved = {
  paymentId: PAYMENT_ID,
  userId: 10_001,
  mode: "FUND",
  state: "FAILED",
  amountCents: 90_000,
  message: "Settled by hand: The portal has none.",
  failureCode: "settled-by-hand",
  reference: "",
  heldUntil: null,
  isPostFundingDone: null,
  postFundingMessage: null,
  nextLookAt: null,
} as const;

/** Opens the form and fills it in. */
async function fillIn(user: ReturnType<typeof open>["user"], outcome: RegExp) {
  await screen.findByRole("dialog");
  const button = await waitFor(() => {
    const found = screen.getByRole("button", { name: "Settle by hand" });
    expect(found.getAttribute("aria-disabled")).toBeNull();
    return found;
  });
  await user.click(button);
  const form = within(await screen.findByRole("dialog", { name: "Settle by hand" }));
  await user.click(form.getByRole("radio", { name: outcome }));
  await user.type(form.getByLabelText("Reason"), "The portal has none.");
  await user.type(form.getByLabelText("Passcode"), "4711");
  await user.click(form.getByRole("button", { name: "Settle" }));
  return form;
}

describe("Settle by hand", () => {
  it("asks once more, naming amount, customer and consequence, and sends it once", async () => {
    const { user } = open();
    const sent: RouterInputs["payments"]["resolve"][] = [];
    mockTrpc.mutation("payments.resolve", ({ input }) => {
      sent.push(input);
      mockTrpc.query("payments.details", () => ({ ...FORGOTTEN, state: "FAILED" }));
      return resolved;
    });
    await fillIn(user, /^Failed/);
    const question = await screen.findByRole("alertdialog", {
      name: "Record that $900.00 was not paid to Maria Delgado?",
    });
    expect(within(question).getByText("Maria Delgado #10001")).toBeTruthy();
    expect(question.textContent).toContain(
      "the application can be paid out again. If the money moved after all, $900.00 would be paid out twice.",
    );
    expect(sent).toEqual([]);
    await user.click(within(question).getByRole("button", { name: "Record as failed" }));
    expect(await screen.findByText("$900.00 recorded as failed.")).toBeTruthy();
    expect(sent).toEqual([
      {
        requestId: expect.any(String),
        paymentId: PAYMENT_ID,
        outcome: "failed",
        reason: "The portal has none.",
        passcode: "4711",
      },
    ]);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Settle by hand" })).toBeNull());
  });

  it.each([
    [
      "FUND",
      "CREDIT",
      /^Paid/,
      "was paid to",
      "The application is funded: Maria Delgado owes the payback amount",
    ],
    ["SALE", "DEBIT", /^Paid/, "was taken from", "Maria Delgado owes $900.00 less."],
    ["DEBIT", "DEBIT", /^Failed/, "was not taken from", "$900.00 would be taken twice."],
    ["REFUND", "CREDIT", /^Failed/, "was not paid to", "$900.00 would be refunded twice."],
  ] as const)("of a %s says what follows", async (kind, paymentType, outcome, words, consequence) => {
    const { user } = open({ kind, paymentType });
    await fillIn(user, outcome);
    const question = await screen.findByRole("alertdialog", {
      name: `Record that $900.00 ${words} Maria Delgado?`,
    });
    expect(question.textContent).toContain(consequence);
  });

  it("that is refused says why in its form, and can be sent again once the passcode is typed anew", async () => {
    const { user } = open();
    mockTrpc.mutation("payments.resolve", () => {
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: "You have entered the wrong code" });
    });
    const form = await fillIn(user, /^Paid/);
    await user.click(await screen.findByRole("button", { name: "Record as paid" }));
    expect(await form.findByText("You have entered the wrong code")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(form.getByRole("button", { name: "Settle" }).getAttribute("aria-disabled")).toBeNull();
    expect(form.getByLabelText<HTMLInputElement>("Passcode").value).toBe("");
  });

  it("is there only for a payment that was left to a person", async () => {
    open({ state: "UNKNOWN" });
    await screen.findByRole("button", { name: "Check status" });
    expect(screen.queryByRole("button", { name: "Settle by hand" })).toBeNull();
  });

  it("is held for anybody but a SUPERADMIN, with the reason", async () => {
    open({}, "ADMIN");
    await screen.findByRole("dialog");
    await waitFor(() => {
      const button = screen.getByRole("button", { name: "Settle by hand" });
      const reason = document.getElementById(button.getAttribute("aria-describedby") ?? "");
      expect(reason?.textContent).toContain("Only SUPERADMIN can do this.");
    });
  });
});
