import { detailsText, errorDetails, failureText, isUnexplained } from "@/api/errors.ts";
import { waitingApproval } from "@/api/waits.ts";
import { useCopy } from "@/lib/copy.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";

type SubmitErrorProps = { error: unknown; failureMessage: string | undefined };

/**
 * Why the form was not accepted, in the form itself. A failed form says so here and in no toast. Only what nobody
 * expected has details for support: a refusal says all there is to know.
 */
export function SubmitError({ error, failureMessage }: SubmitErrorProps) {
  const [copied, copyDetails] = useCopy();
  if (!error) return null;
  const waits = waitingApproval(error);
  if (waits) return <Alert live="assertive">{waits.message}</Alert>;
  const details = errorDetails(error);
  return (
    <Alert
      live="assertive"
      tone="danger"
      action={
        isUnexplained(details) &&
        details.correlationId && (
          <Button size="small" variant="ghost" onClick={() => copyDetails(detailsText(details))}>
            {copied === "copied" ? "Copied" : "Copy details"}
          </Button>
        )
      }
    >
      {failureText(error, failureMessage)}
    </Alert>
  );
}
