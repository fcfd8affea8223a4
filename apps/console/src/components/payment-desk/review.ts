import { besideOpen } from "@countinghouse/validators/confirmations/rules";
import { formatCents } from "@countinghouse/validators/money";
import { type DeskMode, modeRule, modesBeside } from "@countinghouse/validators/payments/kinds";
import { balanceAfter, balanceWarning, fundedWarning } from "@countinghouse/validators/payments/rules";
import { isUnaccounted } from "@countinghouse/validators/payments/states";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { type Changed, toSeenFacts } from "../payments/changed-facts.ts";
import { accountName, cardName } from "./instruments.ts";
import type { Confirmed, Order } from "./progress.ts";
import type { Balance } from "./use-balance.ts";
import type { PaymentOptions } from "./use-payment-options.ts";
import type { ListedPayment } from "./use-payments.ts";

/** The warnings that the admin has to confirm; null without one. */
export type Warnings = { balance: string | null; funded: string | null };

export const NO_WARNINGS: Warnings = { balance: null, funded: null };

/** A payment under review, with the facts that the dialog shows. */
export type Reviewed = {
  order: Order;
  balance: Balance;
  warnings: Warnings;
  /** The open payment by the other rail that the dialog shows, or null. */
  open: OpenBeside | null;
  /** The refusal of the server because facts had changed, or null. */
  changed: Changed | null;
};

/**
 * Returns the warnings about an amount (cents, null while there is none). `demanded` has the warnings that the server asked
 * to confirm.
 */
export function findWarnings(
  { mode, amountCents }: { mode: DeskMode; amountCents: number | null },
  balance: Balance,
  { application }: PaymentOptions,
  demanded: Warnings,
): Warnings {
  return {
    balance: demanded.balance ?? balanceWarning(mode, amountCents, balance.owing),
    funded: demanded.funded ?? fundedWarning(mode, application?.fundedOn ?? null),
  };
}

/** A payment by the other rail for the same debt that has no outcome, with the warning that names it. */
export type OpenBeside = { id: string; message: string };

/** Returns the open payment by the other rail that takes money for the same debt as this mode, or null. */
export function findOpenBeside(
  mode: DeskMode,
  payments: readonly ListedPayment[],
  now: Date,
): OpenBeside | null {
  const beside: readonly string[] = modesBeside(mode);
  const open = payments.find(({ kind, state }) => beside.includes(kind) && isUnaccounted(state));
  return open === undefined
    ? null
    : { id: open.id, message: besideOpen({ ...open, createdBy: open.createdBy || null }, now) };
}

export function toConfirmed({ balance, warnings, open, changed }: Reviewed): Confirmed {
  const openPaymentId = changed === null ? open?.id : changed.openPaymentId;
  return {
    seen: toSeenFacts(balance.owing),
    equalPaymentId: changed?.equalPaymentId ?? null,
    ...(openPaymentId && { openPaymentId }),
    balance: warnings.balance !== null,
    funded: warnings.funded !== null,
  };
}

/** Returns the balance after the payment, in cents. An unknown balance counts as zero. */
const owedAfter = (
  { mode, amountCents }: Pick<Order, "mode" | "amountCents">,
  balance: Balance,
  { application, earlierFundingCents }: PaymentOptions,
): number =>
  balanceAfter(mode, balance.owing ?? { balanceCents: 0, payoffCents: 0 }, {
    amountCents,
    paybackCents: application?.paybackCents ?? null,
    disbursementCents: mode === "RECREDIT" ? earlierFundingCents : null,
  });

/** Returns what a payout adds to the debt, when that is more than it pays; null otherwise. */
export function feeText(
  order: Pick<Order, "mode" | "amountCents">,
  balance: Balance,
  options: PaymentOptions,
): string | null {
  const addedCents = owedAfter(order, balance, options) - (balance.cents ?? 0);
  if (!modeRule(order.mode).funds || addedCents <= order.amountCents) return null;
  return `${formatCents(order.amountCents)} funded, ${formatCents(addedCents)} owed with fee`;
}

/** Returns the name of the card or account; null while none is chosen. */
export function findInstrument(
  mode: DeskMode,
  instrumentId: number | null,
  { cards, accounts }: PaymentOptions,
): string | null {
  if (modeRule(mode).rail === "CARD") {
    const card = cards.find(({ id }) => id === instrumentId);
    return card ? cardName(card) : null;
  }
  const account = accounts.find(({ id }) => id === instrumentId);
  return account ? accountName(account) : null;
}

/** Returns the customer, the mode, the account and the amount of an order, each with its label. */
export const orderFacts = (
  { userId, mode, instrumentId, amountCents }: Order,
  name: string,
  options: PaymentOptions,
): [name: string, text: string][] => [
  ["Customer", `${name} #${userId}`],
  ["Payment", mode],
  [modeRule(mode).direction === "in" ? "From" : "To", findInstrument(mode, instrumentId, options) ?? ""],
  ["Amount", formatCents(amountCents)],
];

/** Returns the balance before and after the payment: "$4,587.50 → $4,175.00". */
export function balanceText(
  order: Pick<Order, "mode" | "amountCents">,
  balance: Balance,
  options: PaymentOptions,
): string {
  const after = formatCents(owedAfter(order, balance, options));
  if (balance.state === "unavailable") return `${TEXT.balanceUnavailable} → ${after}`;
  return `${formatCents(balance.cents ?? 0)} → ${after}`;
}
