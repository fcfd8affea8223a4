import { adminsRouter } from "./admins/router.ts";
import { assetReportsRouter } from "./asset-reports/router.ts";
import { authRouter } from "./auth/router.ts";
import { bankLinksRouter } from "./bank-links/router.ts";
import { dealsRouter } from "./deals/router.ts";
import { decisionsRouter } from "./decisions/router.ts";
import { doNotFundRouter } from "./do-not-fund/router.ts";
import { loansRouter } from "./loans/router.ts";
import { notesRouter } from "./notes/router.ts";
import { paymentPreferencesRouter } from "./payment-preferences/router.ts";
import { paymentSchedulesRouter } from "./payment-schedules/router.ts";
import { paymentsRouter } from "./payments/router.ts";
import { remarksRouter } from "./remarks/router.ts";
import { similarRecordsRouter } from "./similar-records/router.ts";
import { router } from "./trpc.ts";
import { usersRouter } from "./users/router.ts";

export const appRouter = router({
  admins: adminsRouter,
  assetReports: assetReportsRouter,
  auth: authRouter,
  bankLinks: bankLinksRouter,
  decisions: decisionsRouter,
  deals: dealsRouter,
  doNotFund: doNotFundRouter,
  loans: loansRouter,
  notes: notesRouter,
  paymentPreferences: paymentPreferencesRouter,
  paymentSchedules: paymentSchedulesRouter,
  payments: paymentsRouter,
  remarks: remarksRouter,
  similarRecords: similarRecordsRouter,
  users: usersRouter,
});
