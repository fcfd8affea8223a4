/**
 * The lists of a page, whose saved views the address names by `view`. Under these names their columns and views are kept, so that
 * they stay when a page is called something else. The entry of its page has each (`apps/console/src/table/views/page-lists.ts`).
 */
export const PAGE_LISTS = [
  "application-history",
  "approvals",
  "audit",
  "bank-status",
  "business-lien",
  "chargebacks",
  "collections-export",
  "deadlines",
  "funnel-analysis",
  "imports",
  "ledger",
  "list-to-review",
  "loans-ledger",
  "payment-automation",
  "payment-processor",
  "payment-schedules",
  "reconciled-days",
  "rows-of-the-batch",
  "today",
  "unprocessed-returns-and-chargebacks",
  "uploaded-files",
  "users",
] as const;
export type PageList = (typeof PAGE_LISTS)[number];

/** The lists of payment exceptions. */
export const EXCEPTION_LISTS = [
  "booked-otherwise",
  "corrected-accounts",
  "unknown-outcomes",
  "unmatched-reports",
] as const;

/** The lists of ledger write failures, one for each sheet. */
export const FAILURE_LISTS = [
  "failed-new-accounts",
  "failed-others",
  "failed-payments",
  "failed-upcoming",
] as const;

/** Lists that share their page with others: the address names the view of each by its list. */
export const PART_LISTS = [...EXCEPTION_LISTS, ...FAILURE_LISTS] as const;
export type PartList = (typeof PART_LISTS)[number];

/** A list with saved views. */
export type ViewList = PageList | PartList;

/** Whether a list shares its page with others that have views as well. */
export const isPartList = (list: string): list is PartList =>
  (PART_LISTS as readonly string[]).includes(list);
