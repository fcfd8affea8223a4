import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { openPaymentPage, PAYMENT_ID } from "./payment-page.tsx";

/** Opens the form of an outside payment over the page of payments, with the actions of a person in it. */
export async function openRecordForm(role: Role = "SUPERADMIN", { balanceCents = 100_000 } = {}) {
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
  const page = openPaymentPage({ role, balanceCents, search: "&mode=RECORD" });
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
  /** A payment of $12.50; the form starts with the usual values of the rest. */
  const fillIn = async () => {
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
  paymentId: PAYMENT_ID,
  balanceBeforeCents: 100_000,
  balanceCents: 98_750,
  message: "Payment processed successfully",
};

type Sent = RouterInputs["payments"]["recordManual"];

/** Lets the server record or throw. Returns the list of the requests that it receives. */
export function serveRecords(answer: (input: Sent, tries: number) => typeof RECORDED): Sent[] {
  const sent: Sent[] = [];
  mockTrpc.mutation("payments.recordManual", ({ input }) => {
    sent.push(input);
    return answer(input, sent.length);
  });
  return sent;
}

export const formClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
