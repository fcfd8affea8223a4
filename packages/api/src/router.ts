import { adminsRouter } from "./admins/router.ts";
import { adverseActionRouter } from "./adverse-action/router.ts";
import { applicationsRouter } from "./applications/router.ts";
import { approvalsRouter } from "./approvals/router.ts";
import { assetReportsRouter } from "./asset-reports/router.ts";
import { auditRouter } from "./audit/router.ts";
import { authRouter } from "./auth/router.ts";
import { automationRouter } from "./automation/router.ts";
import { bankAccountsRouter } from "./bank-accounts/router.ts";
import { bankLinksRouter } from "./bank-links/router.ts";
import { bankStatisticsRouter } from "./bank-statistics/router.ts";
import { bulkJobsRouter } from "./bulk-jobs/router.ts";
import { businessesRouter } from "./businesses/router.ts";
import { cardsRouter } from "./cards/router.ts";
import { chargebacksRouter } from "./chargebacks/router.ts";
import { collectionsRouter } from "./collections/router.ts";
import { customerListsRouter } from "./customer-lists/router.ts";
import { deadlinesRouter } from "./deadlines/router.ts";
import { dealsRouter } from "./deals/router.ts";
import { debitControlRouter } from "./debit-control/router.ts";
import { decisionsRouter } from "./decisions/router.ts";
import { doNotFundRouter } from "./do-not-fund/router.ts";
import { driftRouter } from "./drift/router.ts";
import { factorsRouter } from "./factors/router.ts";
import { filesRouter } from "./files/router.ts";
import { funnelRouter } from "./funnel/router.ts";
import { importsRouter } from "./imports/router.ts";
import { institutionsRouter } from "./institutions/router.ts";
import { ledgerRouter } from "./ledger/router.ts";
import { ledgerWritesRouter } from "./ledger-writes/router.ts";
import { listsRouter } from "./lists/router.ts";
import { loansRouter } from "./loans/router.ts";
import { notesRouter } from "./notes/router.ts";
import { packetsRouter } from "./packets/router.ts";
import { passcodesRouter } from "./passcodes/router.ts";
import { paymentExceptionsRouter } from "./payment-exceptions/router.ts";
import { paymentPreferencesRouter } from "./payment-preferences/router.ts";
import { paymentSchedulesRouter } from "./payment-schedules/router.ts";
import { paymentsRouter } from "./payments/router.ts";
import { portfolioRouter } from "./portfolio/router.ts";
import { promisesRouter } from "./promises/router.ts";
import { reAccessRouter } from "./re-access/router.ts";
import { reconciledDaysRouter } from "./reconciled-days/router.ts";
import { reconciliationRouter } from "./reconciliation/router.ts";
import { recontractsRouter } from "./recontracts/router.ts";
import { recoveryRouter } from "./recovery/router.ts";
import { remarksRouter } from "./remarks/router.ts";
import { revertsRouter } from "./reverts/router.ts";
import { settingsRouter } from "./settings/router.ts";
import { similarRecordsRouter } from "./similar-records/router.ts";
import { systemRouter } from "./system/router.ts";
import { timelineRouter } from "./timeline/router.ts";
import { router } from "./trpc.ts";
import { uploadsRouter } from "./uploads/router.ts";
import { usersRouter } from "./users/router.ts";
import { workRouter } from "./work/router.ts";

export const appRouter = router({
  admins: adminsRouter,
  adverseAction: adverseActionRouter,
  applications: applicationsRouter,
  approvals: approvalsRouter,
  assetReports: assetReportsRouter,
  audit: auditRouter,
  auth: authRouter,
  automation: automationRouter,
  bankAccounts: bankAccountsRouter,
  bankLinks: bankLinksRouter,
  bankStatistics: bankStatisticsRouter,
  bulkJobs: bulkJobsRouter,
  businesses: businessesRouter,
  cards: cardsRouter,
  chargebacks: chargebacksRouter,
  paymentExceptions: paymentExceptionsRouter,
  collections: collectionsRouter,
  customerLists: customerListsRouter,
  deadlines: deadlinesRouter,
  debitControl: debitControlRouter,
  decisions: decisionsRouter,
  deals: dealsRouter,
  doNotFund: doNotFundRouter,
  funnel: funnelRouter,
  institutions: institutionsRouter,
  ledger: ledgerRouter,
  ledgerWrites: ledgerWritesRouter,
  drift: driftRouter,
  factors: factorsRouter,
  files: filesRouter,
  lists: listsRouter,
  loans: loansRouter,
  notes: notesRouter,
  packets: packetsRouter,
  passcodes: passcodesRouter,
  paymentPreferences: paymentPreferencesRouter,
  paymentSchedules: paymentSchedulesRouter,
  payments: paymentsRouter,
  portfolio: portfolioRouter,
  reAccess: reAccessRouter,
  reconciliation: reconciliationRouter,
  recontracts: recontractsRouter,
  recovery: recoveryRouter,
  system: systemRouter,
  promises: promisesRouter,
  reconciledDays: reconciledDaysRouter,
  remarks: remarksRouter,
  reverts: revertsRouter,
  settings: settingsRouter,
  similarRecords: similarRecordsRouter,
  timeline: timelineRouter,
  imports: importsRouter,
  uploads: uploadsRouter,
  users: usersRouter,
  work: workRouter,
});
