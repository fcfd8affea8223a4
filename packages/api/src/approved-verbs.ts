import { createApprovals, type GatedVerbs, type WithApprovals } from "./approvals/engine.ts";
import { setApprovalRule } from "./approvals/rule-table.ts";
import { runAutomation } from "./automation/run.ts";
import { startBulkPayments } from "./bulk-jobs/start.ts";
import { type AdminCtx, createCtx } from "./context.ts";
import { clearDoNotFund } from "./do-not-fund/service.ts";
import { returnLoan } from "./loans/return.ts";
import { processScheduledPayment } from "./payment-schedules/process.ts";
import { setPayoutHold } from "./payments/hold.ts";
import { recordManualPayment } from "./payments/record-manual.ts";
import { runPayment } from "./payments/run-payment.ts";
import { endRemark } from "./remarks/service.ts";
import { startRevert } from "./reverts/start.ts";
import type { Services } from "./services.ts";
import { setSetting } from "./settings/service.ts";
import { markManuallyApproved } from "./users/manual-approval.ts";

type ServicesCtx = AdminCtx<Services>;
type InputOf<Verb extends (ctx: never, input: never) => unknown> = Parameters<Verb>[1];

/** Who does what waited for a second person: the same functions that the procedures call. */
const VERBS = {
  "approvals.setRules": setApprovalRule,
  "automation.run": runAutomation,
  "bulkJobs.start.BULK_ACH": startBulkPayments,
  "bulkJobs.start.BULK_DEBIT": startBulkPayments,
  // The like.
  "bulkJobs.start.REVERT": (ctx: ServicesCtx, input: InputOf<typeof startRevert>) =>
    startRevert(ctx, { ...input, passcode: "" }),
  "doNotFund.clear": clearDoNotFund,
  "loans.return": returnLoan,
  "paymentSchedules.process": processScheduledPayment,
  "payments.recordManual": recordManualPayment,
  // Its passcode was proven by who asked for it, and is kept nowhere.
  "payments.run": (ctx: ServicesCtx, input: InputOf<typeof runPayment>) =>
    runPayment(ctx, { ...input, passcode: "" }),
  "payments.setHold": setPayoutHold,
  "remarks.end": endRemark,
  "settings.set": setSetting,
  "users.manualApprove": markManuallyApproved,
};

/** Does approved commands with all that their verbs use: `services` is asked for once they are there. */
export const composeApprovals = (services: () => Services): WithApprovals["approvals"] => {
  const engine = () =>
    createApprovals(services(), VERBS as unknown as GatedVerbs, (maker, approvalId) => {
      const request = { ...NO_REQUEST, correlationId: approvalId, answer: new Headers() };
      return createCtx(services(), maker, request, approvalId);
    });
  return { run: (approvalId) => engine().run(approvalId), tend: () => engine().tend() };
};

const NO_REQUEST = {
  ip: "",
  userAgent: "",
  refreshToken: null,
  deviceTokens: [],
  sameSite: true,
} as const;
