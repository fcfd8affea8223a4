/**
 * Business keys: each names an action that may happen only once. They are stored and unique in the database, so a second
 * spelling would be a second payment. `nth` counts the payments for the same item, the live one included.
 */
export const businessKey = {
  /** The instalment due on a day of a schedule, the same for every way to collect it. */
  scheduled: (scheduleId: number, dueDate: string, nth: number): string =>
    `schedule:${scheduleId}:${dueDate}:${nth}`,
  /** A payment by a bulk job with nothing due, counted per day; `day` is YYYY-MM-DD in New York. */
  unscheduled: (userId: number, day: string, nth: number): string =>
    `${businessKey.unscheduledOn(userId, day)}${nth}`,
  /** The prefix of the keys of that day. */
  unscheduledOn: (userId: number, day: string): string => `bulk:${userId}:${day}:`,
  funding: (applicationId: number, nth: number): string => `fund:${applicationId}:${nth}`,
  /** A payment of the payment page that is no funding: one for each request of an admin. */
  requested: (mode: string, adminId: string, requestId: string): string =>
    `${mode.toLowerCase()}:${adminId}:${requestId}`,
  /** A payment that gives back what a batch has taken. */
  giveBack: (paymentId: string, nth: number): string => `give-back:${paymentId}:${nth}`,
  /** A payment recorded by hand. */
  manual: (adminId: string, requestId: string): string => `manual:${adminId}:${requestId}`,
  /** The return of an advance: one for each application. */
  loanReturn: (applicationId: number): string => `${businessKey.loanReturns()}${applicationId}`,
  /** The prefix of the keys of loan returns. */
  loanReturns: (): string => "loan-return:",
  /** A movement that a processor reported and that no one ordered here. */
  reported: (provider: string, reference: string): string => `reported:${provider}:${reference}`,
  /** A payment made in another system before its customers were imported. */
  imported: (source: string, id: string): string => `import:${source}:${id}`,
  /** The amount a customer had paid in another system that reports only the balance; a later one replaces the one before. */
  openingBalance: (source: string, customer: string, nth: number): string =>
    nth === 1
      ? `${businessKey.openingBalances()}${source}:${customer}`
      : `${businessKey.openingBalances()}#${nth}:${source}:${customer}`,
  /** The prefix of the keys of opening balances. */
  openingBalances: (): string => "opening:",
  /** A payment found in the journal after a restore of the database, whose own key was taken in the meantime. */
  recovered: (key: string, providerKey: string): string => `${key}:recovered:${providerKey}`,
};

/** SQL for the number of the newest opening balance of a user `u`; 0 when there is none. */
export const NEWEST_OPENING_SQL = `(SELECT coalesce(max(coalesce(substring(n.business_key FROM '^opening:#(\\d+):')::int, 1)), 0)
  FROM payment_intent n WHERE n.user_id = u.id AND starts_with(n.business_key, '${businessKey.openingBalances()}'))`;
