export interface ScheduledPayment {
  /** YYYY-MM-DD. */
  date: string;
  amountCents: number;
  isPaid: boolean;
}

/**
 * What the payments an advance is paid back in come to, in cents: how many there are and are paid, and which one is
 * next. `payments` come in the order of their dates.
 */
export function scheduleSummary(payments: readonly ScheduledPayment[]) {
  const paid = payments.filter(({ isPaid }) => isPaid);
  const next = payments.find(({ isPaid }) => !isPaid);
  return {
    payments: payments.length,
    paid: paid.length,
    totalCents: sum(payments),
    paidCents: sum(paid),
    nextDate: next?.date ?? null,
    nextAmountCents: next?.amountCents ?? null,
  };
}

const sum = (payments: readonly ScheduledPayment[]): number =>
  payments.reduce((total, { amountCents }) => total + amountCents, 0);
