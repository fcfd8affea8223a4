import { EDIT_STEPS } from "@countinghouse/validators/edit-user/steps";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import type { EditForm } from "./use-edit-form.ts";

/** What the CRM refused of the last edit, to be tried again. */
export function CrmProgress({ form: { crm, userId } }: { form: EditForm }) {
  const failed = crm?.steps.filter(({ state }) => state === "FAILED") ?? [];
  return failed.map((step) => <FailedStep key={step.id} userId={userId} step={step} />);
}

type Step = NonNullable<EditForm["crm"]>["steps"][number];

function FailedStep({ userId, step }: { userId: number; step: Step }) {
  const [isQueued, setQueued] = useState(false);
  const retry = trpc.users.retryEditStep.useMutation({
    onSuccess: () => setQueued(true),
    onError: (error) => toast.error(failureText(error)),
  });
  if (isQueued) return <Alert live="polite">The {EDIT_STEPS[step.step]} is being updated.</Alert>;
  return (
    <Alert
      tone="warning"
      action={
        <Button
          size="small"
          pending={retry.isPending}
          onClick={() => retry.mutate({ requestId: newRequestId(), userId, stepId: step.id })}
        >
          Retry
        </Button>
      }
    >
      The last edit was saved, but the {EDIT_STEPS[step.step]} was not updated: {step.lastError}
    </Alert>
  );
}
