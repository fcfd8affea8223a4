import { randomUUID } from "node:crypto";
import { Confirmation } from "@countinghouse/validators/confirmations/schemas";
import { GIVEN_BACK_LINE_ITEMS } from "@countinghouse/validators/manual-payments/rules";
import type { Role } from "@countinghouse/validators/roles";
import { DomainError } from "../errors.ts";
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
  amountCents: 1000,
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

/** Records a payment as an admin of this role, who confirms what the role may. */
export const record = async (
  api: TestApi,
  input: ManualPaymentInput,
  role: Role = "EMPLOYEE",
): Promise<Recorded> => (await api.as(role)).payments.recordManual(await lookedAtPayment(api, input, role));

/** The same as often as somebody else comes in between, each time on what is so by then, and pressed so many times. */
export async function recordInTheEnd(
  api: TestApi,
  input: ManualPaymentInput,
  role: Role,
  presses = 1,
): Promise<Recorded> {
  const { payments } = await api.as(role);
  let { confirmed } = await lookedAtPayment(api, input, role);
  for (;;) {
    const sent = { ...input, confirmed };
    const press = () => payments.recordManual(sent).catch(confirmationFacts);
    for (const answer of await Promise.all(Array.from({ length: presses }, press))) {
      if ("paymentId" in answer) return answer;
      confirmed = { ...confirmed, ...answer };
    }
  }
}

/** What a refusal asks to be confirmed anew; throws every other one. */
function confirmationFacts(error: unknown): Confirmation {
  const details = error instanceof Error && error.cause instanceof DomainError ? error.cause.details : {};
  if (details.confirm !== "changed") throw error;
  const { seen, equalPaymentId } = details;
  return Confirmation.parse({ seen, equalPaymentId });
}

/** The payment as it is sent by somebody who has just looked at the customer. */
export const lookedAtPayment = (
  api: Pick<Tables, "database" | "clock">,
  { confirmed: { balance, ...confirmed }, ...input }: ManualPaymentInput,
  role: Role = "EMPLOYEE",
) =>
  lookedAt(
    api,
    { ...input, confirmed: { ...confirmed, balance: balance || role === "SUPERADMIN" } },
    {
      userId: input.userId,
      kind: "MANUAL",
      paymentType: input.paymentType,
      amountCents: asCents(input.amountCents),
      isGivenBackByHand: (GIVEN_BACK_LINE_ITEMS as readonly string[]).includes(input.lineItemType),
    },
    role,
  );

/** The message that waits for the ledger sheet, opened. */
export async function queuedSheetRow(api: TestApi, paymentId: string): Promise<unknown> {
  const { id, payload } = await api.database.read.outboxMessage.findFirstOrThrow({
    where: { dedupeKey: { endsWith: paymentId }, topic: "LEDGER_SHEET" },
  });
  return JSON.parse(api.vault.open(payloadPlace(id), payload));
}

/** What a user owes by the ledger, and by the cache. */
export async function readBalances(
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
