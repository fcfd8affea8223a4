import { errorDetails } from "@/api/errors.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";

type LoadFailureProps = {
  /** The part that could not be loaded: "The batch dates could not be loaded". */
  what: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  tone?: "warning" | "danger";
  /** The product's sentence for the failure, in place of the server's. */
  message?: string;
};

/** A part of a page that could not be loaded, with the reason and Retry. Empty without a failure. */
export const LoadFailure = ({ what, query, tone = "warning", message }: LoadFailureProps) =>
  query.error === null ? null : (
    <Alert
      tone={tone}
      className="mt-2"
      live="polite"
      action={
        <Button size="small" pending={query.isFetching} onClick={() => void query.refetch()}>
          Retry
        </Button>
      }
    >
      {what}: {message ?? errorDetails(query.error).message}
    </Alert>
  );
