import { failureText } from "@/api/errors.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";

type StaleRowsProps = {
  /** The query of the rows. */
  query: { data: unknown; error: unknown; isFetching: boolean; refetch: () => unknown };
  /** The product's sentence for a failed load, word for word; without one, the server's is shown. */
  message?: string;
};

/** Above rows that stay in sight when a further look fails: what failed, and Retry. */
export function StaleRows({ query: { data, error, isFetching, refetch }, message }: StaleRowsProps) {
  if (!error || data === undefined) return null;
  return (
    <Alert
      tone="danger"
      live="polite"
      className="mb-3"
      action={
        <Button size="small" pending={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      }
    >
      <p className="font-medium">{message ?? failureText(error)}</p>
      <p>The rows below were loaded earlier.</p>
    </Alert>
  );
}
