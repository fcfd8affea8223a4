import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import type { RouterInputs, RouterOutputs } from "../index.ts";
import { payloadPlace } from "../outbox/queue.ts";
import { asCents, JUST_LOOKED, lookedAt } from "./confirmed.ts";
import type { Tables, TestApi } from "./harness.ts";

export type ManualPaymentInput = RouterInputs["payments"]["recordManual"];
type Recorded = RouterOutputs["payments"]["recordManual"];

/** What an employee types for a payment of ten dollars. */
export const payment = (userId: number, changed: Partial<ManualPaymentInput> = {}): ManualPaymentInput => ({
  requestId: randomUUID(),
  userId,
  lineItemType: "Payment",
  modeOfPayment: "CashApp",
  transactionType: "SALE",
  paymentType: "DEBIT",
  transactionAmount: "10.00",
  description: "Paid at the desk",
  isExternal: false,
  confirmed: { ...JUST_LOOKED, balance: false },
  ...changed,
});

/** An adjustment as an employee may enter it. */
export const adjustment = (userId: number, changed: Partial<ManualPaymentInput> = {}): ManualPaymentInput =>
  payment(userId, {
    lineItemType: "Adjustment",
    modeOfPayment: "Discount Credit",
    transactionType: "Other",
    ...changed,
  });

/** Records a payment as an admin of this role. */
export const record = async (
  api: TestApi,
  input: ManualPaymentInput,
  role: Role = "EMPLOYEE",
): Promise<Recorded> => (await api.as(role)).payments.recordManual(await lookedAtPayment(api, input));

/** The payment as it is sent by somebody who has just looked at the customer. */
export const lookedAtPayment = (api: Pick<Tables, "database" | "clock">, input: ManualPaymentInput) =>
  lookedAt(api, input, {
    userId: input.userId,
    kind: "MANUAL",
    paymentType: input.paymentType,
    amountCents: asCents(input.transactionAmount),
  });

/** The message that waits for the ledger sheet, opened. */
export async function queuedSheetRow(api: TestApi, paymentId: string): Promise<unknown> {
  const { id, payload } = await api.database.read.outboxMessage.findFirstOrThrow({
    where: { dedupeKey: { endsWith: paymentId }, topic: "LEDGER_SHEET" },
  });
  return JSON.parse(api.vault.open(payloadPlace(id), payload));
}

/** What a user owes by the ledger, and by the cache. */
export async function balancesOf(
  api: TestApi,
  userId: number,
): Promise<{ ledgerCents: number; cachedCents: number }> {
  const { _sum } = await api.database.read.ledgerEntry.aggregate({
    where: { account: { userId } },
    _sum: { amountCents: true },
  });
  const cached = await api.database.read.userBalance.findUnique({ where: { userId } });
  return { ledgerCents: Number(_sum.amountCents ?? 0n), cachedCents: Number(cached?.balanceCents ?? 0n) };
}
