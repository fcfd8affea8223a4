/**
 * Names what may happen only once; unique in the database, and stored: a second spelling of one of these would be a
 * second payment. `nth` counts the payments there were for the same thing, the live one included.
 */
export const businessKey = {
  /** What is due on a day of a schedule, whichever door collects it. */
  scheduled: (scheduleId: number, dueDate: string, nth: number): string =>
    `schedule:${scheduleId}:${dueDate}:${nth}`,
  /** What is collected by a bulk job with nothing due: begins with the day, YYYY-MM-DD in New York. */
  unscheduled: (userId: number, day: string, nth: number): string =>
    `${businessKey.unscheduledOn(userId, day)}${nth}`,
  /** How the keys of that day begin. */
  unscheduledOn: (userId: number, day: string): string => `bulk:${userId}:${day}:`,
  funding: (applicationId: number, nth: number): string => `fund:${applicationId}:${nth}`,
  /** A payment of the payment page that pays nothing out: one for each request of an admin. */
  requested: (mode: string, adminId: string, requestId: string): string =>
    `${mode.toLowerCase()}:${adminId}:${requestId}`,
  /** What gives back a payment that a batch has taken. */
  giveBack: (paymentId: string, nth: number): string => `give-back:${paymentId}:${nth}`,
  /** One that was recorded by hand. */
  manual: (adminId: string, requestId: string): string => `manual:${adminId}:${requestId}`,
  /** A return of an advance: one for each application. */
  loanReturn: (applicationId: number): string => `${businessKey.loanReturns()}${applicationId}`,
  /** How the keys of loan returns begin. */
  loanReturns: (): string => "loan-return:",
  /** A movement that a processor reported and that nobody here had ordered. */
  reported: (provider: string, reference: string): string => `reported:${provider}:${reference}`,
  /** One that was made in another system, before the customers of it were brought here. */
  imported: (source: string, id: string): string => `import:${source}:${id}`,
  /** What a customer had paid in another system, where it says the balance alone; a later one replaces the one before. */
  openingBalance: (source: string, customer: string, nth: number): string =>
    nth === 1
      ? `${businessKey.openingBalances()}${source}:${customer}`
      : `${businessKey.openingBalances()}#${nth}:${source}:${customer}`,
  /** How the keys of opening balances begin. */
  openingBalances: (): string => "opening:",
  /** One that was found in the journal after the database had been set back, and whose own key was taken meanwhile. */
  recovered: (key: string, providerKey: string): string => `${key}:recovered:${providerKey}`,
};

/** In SQL: the number of the newest opening balance of a user `u`; 0 where there is none. */
export const NEWEST_OPENING_SQL = `(SELECT coalesce(max(coalesce(substring(n.business_key FROM '^opening:#(\\d+):')::int, 1)), 0)
  FROM payment_intent n WHERE n.user_id = u.id AND starts_with(n.business_key, '${businessKey.openingBalances()}'))`;
