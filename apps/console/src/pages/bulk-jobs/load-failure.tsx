import { errorDetails } from "@/api/errors.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";

type LoadFailureProps = {
  what: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
};

/** Says what is not known because the server could not be asked, and why; nothing while it could. */
export const LoadFailure = ({ what, query: { error, isFetching, refetch } }: LoadFailureProps) =>
  error === null ? null : (
    <Alert
      tone="warning"
      live="polite"
      action={
        <Button size="small" pending={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      }
    >
      {what}: {errorDetails(error).message}
    </Alert>
  );
