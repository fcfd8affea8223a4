import { MOST_COUNTED } from "@countinghouse/validators/lists/rules";
import { type KeyboardEvent, useEffect, useEffectEvent } from "react";
import { Link, useSearch } from "wouter";
import { trpc } from "@/api/client.ts";
import { useWorkNews } from "@/live/feed.ts";
import { listName } from "@/table/arrangement.ts";
import { useKeptLists, VIEW_PARAM, viewSearch } from "@/table/views/use-views.ts";

type SidebarViewsProps = {
  path: string;
  title: string;
  isCurrent: boolean;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

const EVERY_MS = 60_000;

/** The saved views of a page's list beneath its entry, own and shared, each with how many rows it shows, where that is counted. */
export default function SidebarViews({ path, title, isCurrent, onKeyDown }: SidebarViewsProps) {
  const kept = useKeptLists();
  const openId = new URLSearchParams(useSearch()).get(VIEW_PARAM);
  const views = kept.data?.views.filter(({ list }) => list === listName(title)) ?? [];
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
              href={`${path}?${viewSearch(view, "")}`}
              title={view.isOwn ? view.name : `${view.name}, shared by ${view.ownerName}`}
              tabIndex={-1}
              onKeyDown={onKeyDown}
              aria-current={(isCurrent && openId === view.id) || undefined}
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

/** What waits changes with what customers owe and do: then the figures are asked for again. */
function useFollowed(ask: () => void, isShown: boolean): void {
  const stamp = useWorkNews()?.stamp;
  const askAgain = useEffectEvent(() => isShown && ask());
  useEffect(() => {
    if (stamp !== undefined) askAgain();
  }, [stamp]);
}
