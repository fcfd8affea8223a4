import type { ListManualPayments } from "@countinghouse/validators/manual-payments/schemas";
import type { AdminCtx } from "../context.ts";
import { sheetKey } from "./record-manual.ts";

const SHOWN = 50;

/** Returns the latest manual payments of a user, newest first, each with the state of its copy for the ledger sheet. Cents. */
export async function listManualPayments(ctx: AdminCtx, { userId }: ListManualPayments) {
  const intents = await ctx.db.paymentIntent.findMany({
    where: { userId, kind: "MANUAL" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: SHOWN,
    select: {
      id: true,
      createdAt: true,
      amountCents: true,
      paymentType: true,
      state: true,
      createdBy: { select: { email: true } },
      manual: true,
    },
  });
  const copies = await ctx.db.outboxMessage.findMany({
    where: { dedupeKey: { in: intents.map(({ id }) => sheetKey(id)) } },
    select: { dedupeKey: true, state: true, receipt: true, lastError: true },
  });
  const sheetCopies = new Map(copies.map(({ dedupeKey, ...copy }) => [dedupeKey, copy]));
  return intents.map(({ manual, amountCents, createdBy, ...intent }) => ({
    ...intent,
    amountCents: Number(amountCents),
    recordedBy: createdBy?.email ?? "",
    lineItemType: manual?.lineItemType ?? "",
    modeOfPayment: manual?.modeOfPayment ?? "",
    transactionType: manual?.transactionType ?? "",
    description: manual?.description ?? "",
    isExternal: manual?.isExternal ?? false,
    ledgerSheet: sheetCopies.get(sheetKey(intent.id)) ?? null,
  }));
}
