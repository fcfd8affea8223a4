import { RefreshCwIcon } from "lucide-react";
import { agoText, newYorkTime } from "@/lib/time-text.ts";
import { useNow } from "@/lib/timers.ts";
import { Button } from "@/ui/button.tsx";
import type { RowsQuery } from "./data-table.tsx";
import { SavedViews } from "./saved-views.tsx";

type ListBarProps = { list: string; query: RowsQuery | undefined };

/** Above the list of a page: its saved views, when its rows came, and how to read them again. */
const ListBar = ({ list, query }: ListBarProps) => (
  <div className="flex min-h-7 flex-wrap items-center gap-2">
    <SavedViews list={list} />
    {query?.dataUpdatedAt ? <Updated query={query} at={query.dataUpdatedAt} /> : null}
  </div>
);

export default ListBar;

const EVERY_MS = 30_000;

/** When rows came, in New York, with how long ago on hover, and Refresh. */
function Updated({ query, at }: { query: RowsQuery; at: number }) {
  const { isFetching, isFetchingNextPage = false, refetch } = query;
  const isRefreshing = isFetching && !isFetchingNextPage;
  const now = useNow(EVERY_MS);
  return (
    <div className="ml-auto flex items-center gap-1 text-xs text-muted-foreground">
      <time dateTime={new Date(at).toISOString()} title={agoText(now.getTime() - at)}>
        Updated {newYorkTime(new Date(at))}
      </time>
      <Button
        variant="ghost"
        size="icon-small"
        aria-label="Read the list again"
        title="Read the list again"
        pending={isRefreshing}
        onClick={() => void refetch()}
      >
        {!isRefreshing && <RefreshCwIcon aria-hidden />}
      </Button>
    </div>
  );
}
