import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { aPayment, aUser, openUserDrawer, type openUserPage } from "./user-page.tsx";

export const NEWEST_ID = "0190c1a0-0000-7000-8000-0000000000f1";

/** Opens the form of a manual payment, alone or over its page, with what a person does in it. */
export async function openPaymentForm(
  role: Role = "SUPERADMIN",
  {
    balanceCents = 100_000,
    open = openUserDrawer,
  }: { balanceCents?: number; open?: typeof openUserPage } = {},
) {
  mockTrpc.query("settings.list", () => [
    {
      name: "manualPaymentCeilingCents",
      cents: 1_000_000,
      version: 0,
      waits: false,
      updatedAt: null,
      updatedBy: null,
    },
  ]);
  const owing = { balanceCents, payoffCents: balanceCents, newestPaymentId: NEWEST_ID };
  mockTrpc.query("loans.get", () => ({ ...owing, discountCents: 0, activeApplicationId: null }));
  const page = open({ role, user: aUser({ balanceCents }), search: "&drawer=manual-payment" });
  await screen.findByRole("dialog", { name: "Performing Manual Payment" });
  const choose = async (label: string, option: string) => {
    await page.user.click(screen.getByRole("combobox", { name: label }));
    await page.user.click(await screen.findByRole("option", { name: option }));
  };
  const type = async (label: string, text: string) => {
    const field = screen.getByRole("textbox", { name: label });
    await page.user.clear(field);
    await page.user.type(field, text);
  };
  /** An EMPLOYEE's payment of $12.50: the line item fixes the rest. */
  const fillIn = async () => {
    await choose("Line Item Type", "Payment");
    await type("Transaction Amount", "12.5");
    await type("Description", "Paid by phone");
  };
  const submit = async () =>
    page.user.click(await screen.findByRole("button", { name: "Record payment", description: "" }));
  const confirm = async (amount = "$12.50") =>
    page.user.click(await screen.findByRole("button", { name: `Record ${amount} payment` }));
  return { ...page, choose, type, fillIn, submit, confirm };
}

export const RECORDED: RouterOutputs["payments"]["recordManual"] = {
  paymentId: aPayment().id,
  balanceBeforeCents: 100_000,
  balanceCents: 98_750,
  message: "Payment processed successfully",
};

type Sent = RouterInputs["payments"]["recordManual"];

/** Lets the server record, or throw, and keeps what it was sent. */
export function servePayments(answer: (input: Sent, tries: number) => typeof RECORDED): Sent[] {
  const sent: Sent[] = [];
  mockTrpc.mutation("payments.recordManual", ({ input }) => {
    sent.push(input);
    return answer(input, sent.length);
  });
  return sent;
}

export const formClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
