import { type BookedPayment, demonstrationBooks } from "@countinghouse/demo/books";
import { readEnv } from "../env.ts";
import { createLog } from "../log.ts";
import { createServices } from "../services.ts";
import { jobCtx } from "./job-ctx.ts";

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/**
 * Tells a sandbox that has only just started, at the address given, what its sheet and its processors know of what was paid.
 * Nothing is told to a vendor that is not the sandbox.
 */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  const [origin = ""] = process.argv.slice(2);
  const { ledgerSheet: sheet, ach: transfers, cards: card } = env.vendors;
  const vendors = [sheet?.GOOGLE_SHEETS_URL, transfers?.PAYLIANCE_BASE_URL, card?.TABAPAY_BASE_URL];
  if (
    env.NODE_ENV === "production" ||
    origin === "" ||
    !vendors.every((url) => url?.startsWith(`${origin}/`))
  )
    throw new Error("Only the sandbox is told of demonstration payments.");
  const services = createServices(env, createLog("silent"), () => {});
  try {
    const { rows, ach, cards } = await demonstrationBooks(jobCtx(services, "demonstration-books"));
    const book = async (
      vendor: string,
      booked: BookedPayment[],
      toNames: (payment: BookedPayment) => object,
    ) => {
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
    };
    await book("payliance", ach, ({ key, reference, direction }) => ({
      uniqueTranId: key,
      authorizationId: reference,
      kind: direction === "in" ? "debit" : "credit",
    }));
    await book("tabapay", cards, ({ key, reference, direction }) => ({
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
  } finally {
    await services.db.close();
  }
}
