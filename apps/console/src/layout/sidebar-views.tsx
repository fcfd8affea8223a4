import { MOST_COUNTED } from "@countinghouse/validators/lists/rules";
import { type KeyboardEvent, useEffect, useEffectEvent } from "react";
import { Link, useSearch } from "wouter";
import { trpc } from "@/api/client.ts";
import { useWorkNews } from "@/live/feed.ts";
import { listsOf } from "@/table/views/page-lists.ts";
import { isOpenIn, type SavedView, useKeptLists, viewOfSearch, viewSearch } from "@/table/views/use-views.ts";
import { isPartList } from "@/table/views/view-lists.ts";

type SidebarViewsProps = {
  path: string;
  title: string;
  isCurrent: boolean;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

const EVERY_MS = 60_000;

/** The saved views of a page's lists beneath its entry, own and shared, each with how many rows it shows, where that is counted. */
export default function SidebarViews({ path, title, isCurrent, onKeyDown }: SidebarViewsProps) {
  const lists = listsOf(path);
  const kept = useKeptLists();
  const search = useSearch();
  const views = kept.data?.views.filter(({ list }) => lists.some((own) => own === list)) ?? [];
  const counts = trpc.lists.counts.useQuery(undefined, {
    enabled: views.length > 0,
    refetchInterval: EVERY_MS,
  });
  useFollowed(() => void counts.refetch(), views.length > 0);
  if (views.length === 0) return null;
  return (
    <ul aria-label={`Views of ${title}`} className="grid @max-[8rem]/sidebar:hidden">
      {views.map((view) => {
        const count = counts.data?.find(({ id }) => id === view.id)?.count;
        return (
          <li key={view.id}>
            <Link
              href={`${path}?${searchOf(view)}`}
              title={view.isOwn ? view.name : `${view.name}, shared by ${view.ownerName}`}
              tabIndex={-1}
              onKeyDown={onKeyDown}
              aria-current={(isCurrent && isOpenIn(search, view)) || undefined}
              className="flex h-7 items-center gap-2 rounded-md pr-2.5 pl-9 text-sm text-muted-foreground hover:bg-sidebar-accent hover:text-sidebar-accent-foreground aria-[current=true]:text-sidebar-accent-foreground"
            >
              <span className="truncate">{view.name}</span>
              {count !== undefined && (
                <span className="num ml-auto text-xs">
                  {count < MOST_COUNTED ? count.toLocaleString("en-US") : `${MOST_COUNTED - 1}+`}
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The address of its page with the view open. */
const searchOf = (view: SavedView): string =>
  isPartList(view.list) ? viewOfSearch(view.list, view, "") : viewSearch(view, "");

/** What waits changes with what customers owe and do: then the figures are asked for again. */
function useFollowed(ask: () => void, isShown: boolean): void {
  const stamp = useWorkNews()?.stamp;
  const askAgain = useEffectEvent(() => isShown && ask());
  useEffect(() => {
    if (stamp !== undefined) askAgain();
  }, [stamp]);
}
