import { errorDetails } from "@/api/errors.ts";
import { Button } from "@/ui/button.tsx";

type ShowMoreProps = {
  /** The pages loaded so far. */
  query: {
    data: { rows: readonly unknown[] } | undefined;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
};

/** Below the last row: a button for more rows, their failure, or the note that all are shown. Empty without rows. */
export function ShowMore({ query }: ShowMoreProps) {
  const loaded = query.data?.rows.length;
  if (!loaded) return null;
  return (
    <footer
      data-print="hide"
      className="flex min-h-12 items-center justify-center gap-3 px-4 py-2 text-sm text-muted-foreground"
    >
      {query.isFetchNextPageError && (
        <span role="alert" className="text-danger-fg">
          {errorDetails(query.error).message}
        </span>
      )}
      {query.hasNextPage ? (
        <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchNextPageError ? "Retry" : "Show more"}
        </Button>
      ) : (
        <span>All {loaded.toLocaleString("en-US")} shown</span>
      )}
    </footer>
  );
}
