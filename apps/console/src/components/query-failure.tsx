import { detailsText, errorDetails } from "@/api/errors.ts";
import { ErrorState } from "@/ui/states.tsx";

type QueryFailureProps = {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** The product's sentence for a failed load; without it, the server's. */
  message?: string;
};

/** Shows why a query failed, with Retry. */
export function QueryFailure({ query, message }: QueryFailureProps) {
  const failure = errorDetails(query.error);
  return (
    <ErrorState
      message={message ?? failure.message}
      details={detailsText(failure)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
