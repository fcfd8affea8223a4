import type { RouterOutputs } from "@countinghouse/api";
import { EDIT_STEPS } from "@countinghouse/validators/edit-user/steps";
import { users } from "@countinghouse/validators/users/contract";
import { useState } from "react";
import { useCommand } from "@/api/use-command.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";

export type EditProgress = RouterOutputs["users"]["editProgress"];

type EditCrmStepsProps = { userId: number; progress: EditProgress; disabledReason: string | null };

/** What the CRM refused of the last edit, to be tried again. */
export function EditCrmSteps({ userId, progress, disabledReason }: EditCrmStepsProps) {
  const failed = progress?.steps.filter(({ state }) => state === "FAILED") ?? [];
  return failed.map((step) => (
    <FailedStep key={step.id} userId={userId} step={step} disabledReason={disabledReason} />
  ));
}

type Step = NonNullable<EditProgress>["steps"][number];

type FailedStepProps = Pick<EditCrmStepsProps, "userId" | "disabledReason"> & { step: Step };

function FailedStep({ userId, step, disabledReason }: FailedStepProps) {
  const [isQueued, setQueued] = useState(false);
  const retry = useCommand(users.retryEditStep, { onSuccess: () => setQueued(true) });
  if (isQueued) return <Alert live="polite">The {EDIT_STEPS[step.step]} is being updated.</Alert>;
  return (
    <Alert
      tone="warning"
      action={
        <Button
          size="small"
          disabledReason={disabledReason}
          pending={retry.isPending}
          onClick={() => retry.mutate({ userId, stepId: step.id })}
        >
          Retry
        </Button>
      }
    >
      The last edit was saved, but the {EDIT_STEPS[step.step]} was not updated: {step.lastError}
    </Alert>
  );
}
