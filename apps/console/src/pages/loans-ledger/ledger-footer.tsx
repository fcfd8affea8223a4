import { LEDGER_PAGE_SIZE } from "@countinghouse/validators/ledger/rules";
import { errorDetails } from "@/api/errors.ts";
import { Button } from "@/ui/button.tsx";

type LedgerFooterProps = {
  query: { hasNextPage: boolean; isFetching: boolean; isFetchingNextPage: boolean; error: unknown };
  loaded: number;
  onShowMore: () => void;
};

/** Below the last line: a button for more lines, their failure, or the note that all are shown. */
export function LedgerFooter({ query, loaded, onShowMore }: LedgerFooterProps) {
  const failure = query.isFetching ? null : query.error;
  return (
    <footer className="flex min-h-12 items-center justify-center gap-3 px-4 py-2 text-sm text-muted-foreground">
      {Boolean(failure) && (
        <span role="alert" className="text-danger-fg">
          {errorDetails(failure).message}
        </span>
      )}
      {query.hasNextPage ? (
        <Button pending={query.isFetchingNextPage} onClick={onShowMore}>
          {failure ? "Retry" : `Show more ${LEDGER_PAGE_SIZE}`}
        </Button>
      ) : (
        <span>All {loaded.toLocaleString("en-US")} shown</span>
      )}
    </footer>
  );
}
