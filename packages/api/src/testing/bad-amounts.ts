import { manualPaymentFor } from "@countinghouse/validators/manual-payments/schemas";
import { MAX_AMOUNT_CENTS } from "@countinghouse/validators/money";
import { INVALID_AMOUNT } from "@countinghouse/validators/money-field";
import { DESK_MODES, hasFixedAmount } from "@countinghouse/validators/payments/kinds";
import { PaymentForm } from "@countinghouse/validators/payments/schemas";
import type { z } from "zod";
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

const TYPED_MODES = DESK_MODES.filter((mode) => !hasFixedAmount(mode));

export interface AmountCounts {
  amounts: number;
  /** Refused by the form that asks for it, and by the API, which takes cents and nothing else. */
  refused: number;
  problems: string[];
}

type Sent = Awaited<ReturnType<Desk["call"]>>;

/**
 * Types bad amounts into every form that asks for one, and sends the same to the API as cents. Both must refuse them at
 * their field; nothing may have been written or called.
 */
export async function playBadAmounts(
  desk: Desk,
  amounts: readonly (string | number)[],
): Promise<AmountCounts> {
  const token = await desk.staff("SUPERADMIN");
  const customer = await desk.customer();
  const counts: AmountCounts = { amounts: 0, refused: 0, problems: [] };
  const compare = (
    what: string,
    inForm: string | undefined,
    { status, message, fieldErrors, text }: Sent,
  ) => {
    counts.amounts++;
    const isRefused = status === 400 && message === INVALID_AMOUNT && fieldErrors.amountCents !== undefined;
    if (inForm !== undefined && isRefused) counts.refused++;
    else counts.problems.push(`${what}: the form says ${inForm}, the API ${text}`);
  };
  const before = await standing(desk, customer.userId);
  for (const amount of amounts) {
    for (const mode of TYPED_MODES) {
      const { requestId, amountCents: _good, ...typed } = order(customer, mode);
      const form = wordsAt("amount", PaymentForm.safeParse({ ...typed, amount }));
      const sent = { requestId, ...typed, amountCents: amount };
      compare(`${mode} of ${JSON.stringify(amount)}`, form, await desk.call(token, "payments.run", sent));
    }
    const { requestId, userId, confirmed, amountCents: _good, ...typed } = payment(customer.userId);
    const form = wordsAt("transactionAmount", ManualForm.safeParse({ ...typed, transactionAmount: amount }));
    const sent = { requestId, userId, confirmed, ...typed, amountCents: amount };
    const answer = await desk.call(token, "payments.recordManual", sent);
    compare(`a manual payment of ${JSON.stringify(amount)}`, form, answer);
  }
  const after = await standing(desk, customer.userId);
  if (JSON.stringify(after) !== JSON.stringify(before))
    counts.problems.push(
      `a bad amount was taken: ${JSON.stringify(after)}, before ${JSON.stringify(before)}`,
    );
  return counts;
}

export const ALL_BAD_AMOUNTS: readonly (string | number)[] = [...BAD_AMOUNTS, ...BAD_CENTS];

const ManualForm = manualPaymentFor("SUPERADMIN", null);

/** What a form says at this field, if anything. */
const wordsAt = (field: string, { error }: { error?: z.ZodError | undefined }): string | undefined =>
  error?.issues.find(({ path }) => path[0] === field)?.message;

/** What a bad amount must not have changed. */
async function standing(desk: Desk, userId: number) {
  const { calls, moved } = await desk.books();
  const intents = await desk.database.read.paymentIntent.count({ where: { userId } });
  return { calls, moved: moved.length, intents };
}
