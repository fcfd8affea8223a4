/** The queries that a payment changes: the amount owed, wherever a page shows it. */
export const AFTER_PAYMENT = [
  "payments",
  "loans",
  "applications",
  "paymentSchedules",
  "users.get",
  "deadlines",
] as const;

/** The queries that an approved command can change: it can be any command that waits for a second person. */
export const AFTER_APPROVAL = [
  "approvals",
  ...AFTER_PAYMENT,
  "automation",
  "bulkJobs",
  "doNotFund",
  "remarks",
  "settings",
] as const;
