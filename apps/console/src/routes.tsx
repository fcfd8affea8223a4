import { lazy } from "react";
import { Redirect, Route, Switch, useSearch } from "wouter";
import { trpc } from "./api/client.ts";
import { AppShell } from "./layout/app-shell.tsx";
import { BareFrame, LoginFrame } from "./layout/login-frame.tsx";
import { NotFound } from "./layout/not-found.tsx";
import { RequireSession } from "./layout/require-session.tsx";
import { readUserId } from "./lib/user-id.ts";
import { AUTOMATION_BATCH_ROUTE, GUIDE_CHAPTER_ROUTE, paths, routes } from "./paths.ts";

const LoginPage = lazy(() => import("./pages/login/login-page.tsx"));
const ForgotPasswordPage = lazy(() => import("./pages/login/forgot-password-page.tsx"));
const SetPasswordPage = lazy(() => import("./pages/login/set-password-page.tsx"));
const ProfilePage = lazy(() => import("./pages/profile/profile-page.tsx"));
const UsersPage = lazy(() => import("./pages/users/users-page.tsx"));
const OverviewPage = lazy(() => import("./pages/overview/overview-page.tsx"));
const WorkPage = lazy(() => import("./pages/work/work-page.tsx"));
const ReconciledDaysPage = lazy(() => import("./pages/reconciled-days/reconciled-days-page.tsx"));
const ApprovalsPage = lazy(() => import("./pages/approvals/approvals-page.tsx"));
const DeadlinesPage = lazy(() => import("./pages/deadlines/deadlines-page.tsx"));
const LoansLedgerPage = lazy(() => import("./pages/loans-ledger/loans-ledger-page.tsx"));
const UserDetailPage = lazy(() => import("./pages/user-detail/user-detail-page.tsx"));
const UserGraphPage = lazy(() => import("./pages/user-graph/user-graph-page.tsx"));
const PrimaryAccountPage = lazy(() => import("./pages/primary-account/primary-account-page.tsx"));
const AddManuallyPage = lazy(() => import("./pages/add-manually/add-manually-page.tsx"));
const EditUserPage = lazy(() => import("./pages/edit-user/edit-user-page.tsx"));
const PaymentPage = lazy(() => import("./pages/payments/payment-page.tsx"));
const PaymentSchedulesPage = lazy(() => import("./pages/payment-schedules/payment-schedules-page.tsx"));
const PaymentProcessorPage = lazy(() => import("./pages/payment-processor/payment-processor-page.tsx"));
const ApplicationsPage = lazy(() => import("./pages/applications/applications-page.tsx"));
const ApplicationDetailPage = lazy(() => import("./pages/application-detail/application-detail-page.tsx"));
const BulkJobsPage = lazy(() => import("./pages/bulk-jobs/bulk-jobs-page.tsx"));
const FundingReconciliationPage = lazy(
  () => import("./pages/funding-reconciliation/funding-reconciliation-page.tsx"),
);
const FunnelReportPage = lazy(() => import("./pages/funnel-report/funnel-report-page.tsx"));
const LedgerWriteFailuresPage = lazy(
  () => import("./pages/ledger-write-failures/ledger-write-failures-page.tsx"),
);
const SftpUploadPage = lazy(() => import("./pages/sftp-upload/sftp-upload-page.tsx"));
const BusinessLienPage = lazy(() => import("./pages/business-lien/business-lien-page.tsx"));
const PaymentSummaryPage = lazy(() => import("./pages/payment-summary/payment-summary-page.tsx"));
const BankStatusPage = lazy(() => import("./pages/bank-status/bank-status-page.tsx"));
const ChargebacksPage = lazy(() => import("./pages/chargebacks/chargebacks-page.tsx"));
const UnprocessedChargebackPage = lazy(
  () => import("./pages/unprocessed-chargeback/unprocessed-chargeback-page.tsx"),
);
const PaymentExceptionsPage = lazy(() => import("./pages/payment-exceptions/payment-exceptions-page.tsx"));
const ExternalPaymentsPage = lazy(() => import("./pages/external-payments/external-payments-page.tsx"));
const PaymentAutomationPage = lazy(() => import("./pages/payment-automation/payment-automation-page.tsx"));
const SettingsPage = lazy(() => import("./pages/settings/settings-page.tsx"));
const ImportPage = lazy(() => import("./pages/import/import-page.tsx"));
const SystemPage = lazy(() => import("./pages/system/system-page.tsx"));
const AuditPage = lazy(() => import("./pages/audit/audit-page.tsx"));
const RecoveryPage = lazy(() => import("./pages/recovery/recovery-page.tsx"));
const GuidePage = lazy(() => import("./pages/guide/guide-page.tsx"));
const ReAccessLoggedPage = lazy(() => import("./pages/re-access-logged/re-access-logged-page.tsx"));

/** Has the customer of the address asked for while the code of their page is still on its way. */
function AskForCustomer() {
  const id = readUserId(new URLSearchParams(useSearch()).get("id") ?? "");
  return id !== null && <Ask id={id} />;
}

function Ask({ id }: { id: number }) {
  trpc.users.get.usePrefetchQuery({ id });
  trpc.loans.position.usePrefetchQuery({ userId: id });
  return null;
}

/** Every address of the console. What is not listed shows the unknown page. */
export const Routes = () => (
  <Switch>
    <Route path={routes.login}>
      <LoginFrame>
        <LoginPage />
      </LoginFrame>
    </Route>
    <Route path={routes.forgotten}>
      <LoginFrame>
        <ForgotPasswordPage />
      </LoginFrame>
    </Route>
    <Route path={routes.passwordLink}>
      <BareFrame>
        <SetPasswordPage />
      </BareFrame>
    </Route>
    <Route path={routes.home}>
      <Redirect to={paths.users()} replace />
    </Route>
    <Route path={routes.admin}>
      <Redirect to={paths.users()} replace />
    </Route>
    <Route>
      <RequireSession>
        <AppShell>
          <Switch>
            <Route path={routes.users} component={UsersPage} />
            <Route path={routes.overview} component={OverviewPage} />
            <Route path={routes.work} component={WorkPage} />
            <Route path={routes.approvals} component={ApprovalsPage} />
            <Route path={routes.deadlines} component={DeadlinesPage} />
            <Route path={routes.reconciledDays} component={ReconciledDaysPage} />
            <Route path={routes.userDetail}>
              <AskForCustomer />
              <UserDetailPage />
            </Route>
            <Route path={routes.userGraph} component={UserGraphPage} />
            <Route path={routes.primaryAccount} component={PrimaryAccountPage} />
            <Route path={routes.addManually} component={AddManuallyPage} />
            <Route path={routes.editUser} component={EditUserPage} />
            <Route path={routes.payment} component={PaymentPage} />
            <Route path={routes.paymentSchedules} component={PaymentSchedulesPage} />
            <Route path={routes.paymentProcessor} component={PaymentProcessorPage} />
            <Route path={routes.applications} component={ApplicationsPage} />
            <Route path={routes.applicationDetail} component={ApplicationDetailPage} />
            <Route path={routes.externalPayments} component={ExternalPaymentsPage} />
            <Route path={routes.businessLien} component={BusinessLienPage} />
            <Route path={routes.paymentSummary} component={PaymentSummaryPage} />
            <Route path={routes.bankStatus} component={BankStatusPage} />
            <Route path={routes.chargebacks} component={ChargebacksPage} />
            <Route path={routes.unprocessedChargebacks} component={UnprocessedChargebackPage} />
            <Route path={routes.paymentExceptions} component={PaymentExceptionsPage} />
            <Route path={routes.paymentAutomation} component={PaymentAutomationPage} />
            <Route path={AUTOMATION_BATCH_ROUTE}>
              {({ batchId }) => (
                <Redirect to={paths.paymentAutomation({ requestedAt: Number(batchId) })} replace />
              )}
            </Route>
            <Route path={routes.settings} component={SettingsPage} />
            <Route path={routes.import} component={ImportPage} />
            <Route path={routes.system} component={SystemPage} />
            <Route path={routes.profile} component={ProfilePage} />
            <Route path={routes.audit} component={AuditPage} />
            <Route path={routes.recovery} component={RecoveryPage} />
            <Route path={routes.bulkDebit}>
              <BulkJobsPage kind="BULK_DEBIT" version={1} />
            </Route>
            <Route path={routes.bulkBalance}>
              <BulkJobsPage kind="BULK_BALANCE" version={1} />
            </Route>
            <Route path={routes.bulkAch}>
              <BulkJobsPage kind="BULK_ACH" version={1} />
            </Route>
            <Route path={routes.bulkDebitV2}>
              <BulkJobsPage kind="BULK_DEBIT" version={2} />
            </Route>
            <Route path={routes.bulkBalanceV2}>
              <BulkJobsPage kind="BULK_BALANCE" version={2} />
            </Route>
            <Route path={routes.bulkAchV2}>
              <BulkJobsPage kind="BULK_ACH" version={2} />
            </Route>
            <Route path={routes.loansLedger} component={LoansLedgerPage} />
            <Route path={routes.fundingReconciliation} component={FundingReconciliationPage} />
            <Route path={routes.funnelReport} component={FunnelReportPage} />
            <Route path={routes.ledgerWriteFailures} component={LedgerWriteFailuresPage} />
            <Route path={routes.sftpUpload} component={SftpUploadPage} />
            <Route path={routes.guide} component={GuidePage} />
            <Route path={GUIDE_CHAPTER_ROUTE} component={GuidePage} />
            <Route path={routes.reAccessLogged} component={ReAccessLoggedPage} />
            <Route component={NotFound} />
          </Switch>
        </AppShell>
      </RequireSession>
    </Route>
  </Switch>
);
