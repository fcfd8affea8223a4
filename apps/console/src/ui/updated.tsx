import { RefreshCwIcon } from "lucide-react";
import { agoText, newYorkTime } from "@/lib/time-text.ts";
import { useNow } from "@/lib/timers.ts";
import { Button } from "./button.tsx";

type UpdatedProps = {
  /** What is read again: "the list", or the title of a panel. */
  what: string;
  /** When it came. */
  at: number;
  isRefreshing: boolean;
  refetch: () => unknown;
};

const EVERY_MS = 30_000;

/** When something came, in New York, with how long ago on hover, and the button that reads it again. */
export default function Updated({ what, at, isRefreshing, refetch }: UpdatedProps) {
  const now = useNow(EVERY_MS);
  return (
    <div
      data-print="hide"
      className="ml-auto flex items-center gap-1 text-xs whitespace-nowrap text-muted-foreground"
    >
      <time
        className="max-md:sr-only"
        dateTime={new Date(at).toISOString()}
        title={agoText(now.getTime() - at)}
      >
        Updated {newYorkTime(new Date(at))}
      </time>
      <Button
        variant="ghost"
        size="icon-small"
        aria-label={`Reload ${what}`}
        title={`Reload ${what}`}
        pending={isRefreshing}
        onClick={() => void refetch()}
      >
        {!isRefreshing && <RefreshCwIcon aria-hidden />}
      </Button>
    </div>
  );
}

/** What is asked of a query to say when its answer came. */
type Answered = {
  dataUpdatedAt: number | undefined;
  isFetching: boolean;
  isFetchingNextPage?: boolean | undefined;
  refetch: () => unknown;
};

/** The same of a query, whose place is kept until its answer is there. */
export const UpdatedQuery = ({ what, query }: { what: string; query: Answered }) => (
  <div className="ml-auto flex min-h-(--control-h-sm)">
    {query.dataUpdatedAt ? (
      <Updated
        what={what}
        at={query.dataUpdatedAt}
        isRefreshing={query.isFetching && !query.isFetchingNextPage}
        refetch={query.refetch}
      />
    ) : null}
  </div>
);
