import { type BookedPayment, demonstrationBooks } from "@countinghouse/demo/books";
import type { Command } from "./shared/command.ts";
import { count } from "./shared/count.ts";
import { runForDemonstration } from "./shared/demonstration.ts";
import { jobCtx } from "./shared/job-ctx.ts";
import { startCommand } from "./shared/start-command.ts";

const REFUSAL = "Demonstration payments are sent to a sandbox only.";

export const command: Command = {
  usage: `Fills the ledger sheet and the processors of a new sandbox with the demonstration payments.

  node apps/server/src/cli/fill-demonstration-books.ts ADDRESS

ADDRESS is the address of the sandbox.
Other vendors receive nothing.`,
  run: (call) =>
    runForDemonstration(call, REFUSAL, async (services, env) => {
      const [origin = ""] = call.args;
      const { ledgerSheet: sheet, ach: transfers, cards: card } = env.vendors;
      const vendors = [sheet?.GOOGLE_SHEETS_URL, transfers?.PAYLIANCE_BASE_URL, card?.TABAPAY_BASE_URL];
      if (origin === "" || !vendors.every((url) => url?.startsWith(`${origin}/`))) throw new Error(REFUSAL);
      const { rows, ach, cards } = await demonstrationBooks(jobCtx(services, "demonstration-books"));
      await book(origin, "payliance", ach, ({ key, reference, direction }) => ({
        uniqueTranId: key,
        authorizationId: reference,
        kind: direction === "in" ? "debit" : "credit",
      }));
      await book(origin, "tabapay", cards, ({ key, reference, direction }) => ({
        referenceID: key,
        transactionID: reference,
        type: direction === "in" ? "pull" : "push",
      }));
      const { ledgerSheet } = services.ports;
      const there = await ledgerSheet.find(
        "Payments",
        rows.map(({ rowId }) => rowId),
      );
      const missing = rows.filter(({ rowId }) => !there.has(rowId));
      if (missing.length > 0) await ledgerSheet.append("Payments", missing);
      return `${count(missing.length)} rows were written to the sheet.`;
    }),
};

async function book(
  origin: string,
  vendor: string,
  booked: readonly BookedPayment[],
  toNames: (payment: BookedPayment) => object,
): Promise<void> {
  const transactions = booked.map((payment) => ({
    ...toNames(payment),
    amountCents: payment.amountCents,
    at: `${payment.day}T17:00:00Z`,
  }));
  const answer = await fetch(`${origin}/__sandbox/${vendor}/transactions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ transactions }),
  });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`);
}

if (import.meta.main) await startCommand(command);
