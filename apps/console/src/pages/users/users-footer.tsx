import { USERS_MESSAGES } from "@countinghouse/validators/general-messages";
import { USERS_PAGE_SIZE } from "@countinghouse/validators/users/rules";
import { Button } from "@/ui/button.tsx";
import { Kbd } from "@/ui/kbd.tsx";

type UsersFooterProps = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; error: unknown };
  loaded: number;
  isOnlyMatch: boolean;
  onShowMore: () => void;
};

/** Below the last row: a button for more rows, or the note that all are shown. */
export function UsersFooter({ query, loaded, isOnlyMatch, onShowMore }: UsersFooterProps) {
  const { hasNextPage, isFetchingNextPage, error } = query;
  return (
    <footer className="flex min-h-12 items-center justify-center gap-3 px-4 py-2 text-sm text-muted-foreground">
      {Boolean(error) && !isFetchingNextPage && (
        <span role="alert" className="text-danger-fg">
          {USERS_MESSAGES.loadFailed}
        </span>
      )}
      {hasNextPage && (
        <Button pending={isFetchingNextPage} onClick={onShowMore}>
          Show more {USERS_PAGE_SIZE}
        </Button>
      )}
      {isOnlyMatch && (
        <span>
          One match. Press <Kbd>Enter</Kbd> in the search box to open it.
        </span>
      )}
      {!hasNextPage && !isOnlyMatch && <span>All {loaded.toLocaleString("en-US")} shown</span>}
    </footer>
  );
}
