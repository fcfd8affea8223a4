import { LEDGER_PAGE_SIZE } from "@countinghouse/validators/ledger/rules";
import { errorDetails } from "@/api/errors.ts";
import { Button } from "@/ui/button.tsx";

type LedgerFooterProps = {
  loaded: number;
  hasMore: boolean;
  isLoadingMore: boolean;
  failure: unknown;
  onShowMore: () => void;
};

/** Under the last line: more of them, why there are none, or the word that this was all. */
export const LedgerFooter = ({ loaded, hasMore, isLoadingMore, failure, onShowMore }: LedgerFooterProps) => (
  <footer className="flex min-h-12 items-center justify-center gap-3 px-4 py-2 text-sm text-muted-foreground">
    {Boolean(failure) && (
      <span role="alert" className="text-danger-fg">
        {errorDetails(failure).message}
      </span>
    )}
    {hasMore ? (
      <Button pending={isLoadingMore} onClick={onShowMore}>
        {failure ? "Retry" : `Show more ${LEDGER_PAGE_SIZE}`}
      </Button>
    ) : (
      <span>All {loaded.toLocaleString("en-US")} shown</span>
    )}
  </footer>
);
