import { DO_NOT_FUND_STEPS } from "@countinghouse/validators/do-not-fund/rules";
import { DO_NOT_FUND_MESSAGES } from "@countinghouse/validators/do-not-fund/texts";
import { detailsText, errorDetails } from "@/api/errors.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { DateCell } from "@/table/cells.tsx";
import { Button } from "@/ui/button.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { type CrmStep, useDoNotFundProgress, useRetryStep } from "./use-do-not-fund.ts";

/** What the CRM has to do about the last change of the flag, each step with how far it is. */
export function CrmSteps({ userId, hasTurn }: { userId: number; hasTurn: boolean }) {
  const progress = useDoNotFundProgress(userId, hasTurn);
  const { retryingId, retryStep } = useRetryStep(userId);
  const incapable = useWhyNot("doNotFund.write");
  if (progress.error) {
    const details = errorDetails(progress.error);
    return (
      <ErrorState
        message={details.message}
        details={detailsText(details)}
        onRetry={() => void progress.refetch()}
        retrying={progress.isFetching}
      />
    );
  }
  if (!progress.data) return null;
  return (
    <div className="grid gap-1.5 border-t pt-3">
      <h3 className="text-xs font-medium text-muted-foreground">
        CRM, since <DateCell at={progress.data.queuedAt} /> ET
      </h3>
      <ul aria-label="CRM steps" className="grid gap-1">
        {progress.data.steps.map((step) => (
          <li key={step.id} className="flex min-h-7 items-center gap-2 text-sm">
            <span className="w-28">{DO_NOT_FUND_STEPS[step.step].label}</span>
            <StepState step={step} />
            {step.state === "FAILED" && (
              <Button
                size="small"
                aria-label={`Retry: ${DO_NOT_FUND_STEPS[step.step].label}`}
                pending={retryingId === step.id}
                disabledReason={incapable}
                onClick={() => retryStep(step)}
              >
                Retry
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const STATE_WORDS: Record<CrmStep["state"], string> = {
  QUEUED: "Queued",
  DELIVERED: "Done",
  SKIPPED: DO_NOT_FUND_MESSAGES.notInDeals,
  FAILED: "Failed",
};

function StepState({ step: { step, state, lastError } }: { step: CrmStep }) {
  return (
    <>
      <StatusBadge>{STATE_WORDS[state]}</StatusBadge>
      {state === "FAILED" && (
        <span title={lastError} className="min-w-0 flex-1 text-danger-fg">
          {DO_NOT_FUND_STEPS[step].failed}
        </span>
      )}
      {state === "QUEUED" && lastError !== "" && (
        <span title={lastError} className="min-w-0 flex-1 text-muted-foreground">
          The CRM did not take it yet; it is tried again.
        </span>
      )}
    </>
  );
}
