import { errorDetails } from "@/api/errors.ts";
import { Button } from "@/ui/button.tsx";

type ShowMoreProps = {
  /** The pages loaded so far. */
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
  loaded: number;
};

/** Under the last row: further ones, why they did not come, or the word that these were all. */
export const ShowMore = ({ query, loaded }: ShowMoreProps) => (
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
