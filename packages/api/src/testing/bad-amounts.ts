import { ManualPayment } from "@countinghouse/validators/manual-payments/schemas";
import { MAX_AMOUNT_CENTS } from "@countinghouse/validators/money";
import { hasFixedAmount, PAYMENT_MODES } from "@countinghouse/validators/payments/kinds";
import { PaymentForm } from "@countinghouse/validators/payments/schemas";
import type { Desk } from "./desk.ts";
import { order } from "./payable.ts";
import { payment } from "./payments.ts";

/** What is no amount, though it may look like one (reliability M14). */
const BAD_AMOUNTS = [
  ...["1e3", "1E3", "0.001", "1.234", "-5", "−5", "+5", "(5)", "0", "0.00", "00", "", " "],
  ...["١٢", "１２", "1२", "½", "12,34", "1,23", "1.234,56", "1 234", "12.3.4", "..", ".", "$", "5 USD", "€5"],
  ...["0x10", "1_000", "Infinity", "NaN", "null", "100000000", "1000000000000", "9".repeat(400)],
] as const;

/** The same where a number is sent, which is cents. */
const BAD_CENTS = [0, -500, 12.5, 1e12, MAX_AMOUNT_CENTS + 1] as const;

const TYPED_MODES = PAYMENT_MODES.filter((mode) => !hasFixedAmount(mode));

export interface AmountCounts {
  amounts: number;
  /** Refused by the form and by the API, with the same words. */
  sameWords: number;
  problems: string[];
}

/**
 * Types bad amounts into every form that asks for one, read as the form reads it, and sends the same to the API. What
 * the two say is compared; nothing may have been written or called.
 */
export async function playBadAmounts(
  desk: Desk,
  amounts: readonly (string | number)[],
): Promise<AmountCounts> {
  const token = await desk.staff("SUPERADMIN");
  const customer = await desk.customer();
  const counts: AmountCounts = { amounts: 0, sameWords: 0, problems: [] };
  const before = await standing(desk, customer.userId);
  for (const amount of amounts) {
    for (const mode of TYPED_MODES) {
      const { requestId, ...typed } = { ...order(customer, mode), amount };
      const form = PaymentForm.safeParse(typed).error?.issues.filter(({ path }) => path[0] === "amount");
      const answer = await desk.call(token, "payments.run", { requestId, ...typed });
      compare(counts, { what: `${mode} of`, amount, field: "amount" }, form?.[0]?.message, answer);
    }
    const { requestId, userId, ...typed } = { ...payment(customer.userId), transactionAmount: amount };
    const form = ManualPayment.safeParse(typed).error?.issues;
    const answer = await desk.call(token, "payments.recordManual", { requestId, userId, ...typed });
    const about = { what: "a manual payment of", amount, field: "transactionAmount" };
    compare(counts, about, form?.[0]?.message, answer);
  }
  const after = await standing(desk, customer.userId);
  if (JSON.stringify(after) !== JSON.stringify(before))
    counts.problems.push(
      `a bad amount was taken: ${JSON.stringify(after)}, before ${JSON.stringify(before)}`,
    );
  return counts;
}

export const ALL_BAD_AMOUNTS: readonly (string | number)[] = [...BAD_AMOUNTS, ...BAD_CENTS];

function compare(
  counts: AmountCounts,
  { what, amount, field }: { what: string; amount: string | number; field: string },
  inForm: string | undefined,
  { status, message, fieldErrors, text }: Awaited<ReturnType<Desk["call"]>>,
): void {
  counts.amounts++;
  const isRefused = inForm !== undefined && status === 400;
  if (isRefused && message === inForm && fieldErrors[field]?.[0] === inForm) counts.sameWords++;
  else counts.problems.push(`${what} ${JSON.stringify(amount)}: the form says ${inForm}, the API ${text}`);
}

/** What a bad amount must not have changed. */
async function standing(desk: Desk, userId: number) {
  const { calls, moved } = await desk.books();
  const intents = await desk.database.read.paymentIntent.count({ where: { userId } });
  return { calls, moved: moved.length, intents };
}
