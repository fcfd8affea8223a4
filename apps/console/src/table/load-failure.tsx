import { detailsText, type errorDetails } from "@/api/errors.ts";
import { ErrorState } from "@/ui/states.tsx";
import type { RowsQuery } from "./data-table.tsx";

type LoadFailureProps = { failure: ReturnType<typeof errorDetails>; query: RowsQuery };

/** Shows in place of the rows that they could not be loaded, with Retry. */
export const LoadFailure = ({ failure, query }: LoadFailureProps) => (
  <ErrorState
    message={(failure.code !== "LIMITED" && query.failureMessage) || failure.message}
    details={detailsText(failure)}
    onRetry={() => void query.refetch()}
    retrying={query.isFetching && !query.isFetchingNextPage}
  />
);
