import { BULK_SCREENS } from "@countinghouse/validators/bulk-jobs/texts";
import { paths, routes } from "@/paths.ts";
import { EXCEPTION_LISTS, FAILURE_LISTS, type ViewList } from "./view-lists.ts";

/** What all bulk screens show. */
const BULK_LISTS = ["list-to-review", "rows-of-the-batch"] as const;

/** The lists with saved views of each page, which stand beneath its entry. Apart from the pages: the shell is there before them. */
const LISTS_OF: Readonly<Record<string, readonly ViewList[]>> = {
  [routes.users]: ["users"],
  [routes.work]: ["today"],
  [routes.approvals]: ["approvals"],
  [routes.deadlines]: ["deadlines"],
  [routes.reconciledDays]: ["reconciled-days"],
  [routes.sftpUpload]: ["uploaded-files"],
  [routes.applications]: ["application-history"],
  [routes.paymentSchedules]: ["payment-schedules"],
  [routes.paymentProcessor]: ["payment-processor"],
  [routes.loansLedger]: ["loans-ledger"],
  [routes.externalPayments]: ["collections-export"],
  [routes.businessLien]: ["business-lien"],
  [routes.paymentSummary]: ["ledger"],
  [routes.paymentAutomation]: ["payment-automation"],
  [routes.funnelReport]: ["funnel-analysis"],
  [routes.chargebacks]: ["chargebacks"],
  [routes.unprocessedChargebacks]: ["unprocessed-returns-and-chargebacks"],
  [routes.paymentExceptions]: EXCEPTION_LISTS,
  [routes.ledgerWriteFailures]: FAILURE_LISTS,
  [routes.bankStatus]: ["bank-status"],
  [routes.audit]: ["audit"],
  [routes.import]: ["imports"],
  ...Object.fromEntries(BULK_SCREENS.map((screen) => [paths.bulkJobs(screen), BULK_LISTS])),
};

/** The lists with saved views of the page at this path. */
export const listsOf = (path: string): readonly ViewList[] => LISTS_OF[path] ?? [];
