import type { RouterOutputs } from "@countinghouse/api";
import type { ViewContent } from "@countinghouse/validators/lists/schemas";
import { looksSensitive } from "@countinghouse/validators/sensitive-text";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useSearch } from "wouter";
import { trpc } from "@/api/client.ts";
import { findArrangement, showViewColumns, useArrangement } from "../arrangements.ts";

export type SavedView = RouterOutputs["lists"]["kept"]["views"][number];

/** Names the view in the address. */
const VIEW_PARAM = "view";

/** The name of the view of one of several lists of a page begins so, and ends with the list's. */
const VIEW_OF = `${VIEW_PARAM}-`;

/** What an address says beside what a view keeps: which view, how many rows, of whom, and what lies open. */
const BESIDE = new Set([VIEW_PARAM, "n", "id", "batch", "list", "drawer"]);

/** How the admin has arranged lists, and the saved views. */
export const useKeptLists = () => trpc.lists.kept.useQuery(undefined, { staleTime: 5 * 60_000 });

/** The address of a list with this view open; whom it is of stays. */
export function viewSearch(view: SavedView | null, before: string): string {
  const search = new URLSearchParams(view?.content.params);
  const id = new URLSearchParams(before).get("id");
  if (id !== null) search.set("id", id);
  if (view !== null) search.set(VIEW_PARAM, view.id);
  return search.toString();
}

/** Whether the address names this view, as that of its page or of one of its lists. */
export function isOpenIn(search: string, { id, list }: SavedView): boolean {
  const params = new URLSearchParams(search);
  return params.get(VIEW_PARAM) === id || params.get(VIEW_OF + list) === id;
}

/** Filters and sort as the address says them. */
function readParams(search: string): ViewContent["params"] {
  const params = [...new URLSearchParams(search)];
  return Object.fromEntries(
    params.filter(
      ([name, value]) => !BESIDE.has(name) && !name.startsWith(VIEW_OF) && !looksSensitive(value),
    ),
  );
}

/** The address with another view of one of its lists; the other lists stay as they are. */
export function viewOfSearch(list: string, view: SavedView | null, before: string): string {
  const search = new URLSearchParams(before);
  if (view === null) search.delete(VIEW_OF + list);
  else search.set(VIEW_OF + list, view.id);
  return search.toString();
}

/**
 * The saved views of a list, and the one that is open, which the address names. Those of a list among others keep its columns alone: what
 * else the address says is the page's.
 */
export function useViews(list: string, isAmongOthers = false) {
  const kept = useKeptLists();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const columns = useArrangement(list);
  const views = kept.data?.views.filter((view) => view.list === list);
  const viewId = new URLSearchParams(search).get(isAmongOthers ? VIEW_OF + list : VIEW_PARAM);
  const current = views?.find(({ id }) => id === viewId) ?? null;
  const standardId = kept.data?.arranged.find((each) => each.list === list)?.viewId ?? null;
  const params = isAmongOthers ? {} : readParams(search);
  const open = (view: SavedView | null, how?: { replace: boolean }) => {
    const next = isAmongOthers ? viewOfSearch(list, view, search) : viewSearch(view, search);
    navigate(next === "" ? path : `${path}?${next}`, how);
  };
  useFirstView({ views, isBare: Object.keys(params).length === 0, openedId: viewId ?? standardId, open });
  useViewColumns(list, current);
  return {
    kept,
    views: views ?? [],
    current,
    standardId,
    open,
    /** What would be kept now. */
    content: (): ViewContent => ({ version: 1, params, columns: findArrangement(list) }),
    isChanged:
      current !== null &&
      (asText(params) !== asText(current.content.params) ||
        asText(columns) !== asText(current.content.columns)),
  };
}

const asText = (value: object | null): string =>
  JSON.stringify(value && Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));

type FirstView = {
  views: readonly SavedView[] | undefined;
  /** Whether the address says neither filters nor sort. */
  isBare: boolean;
  openedId: string | null;
  open: (view: SavedView, how: { replace: boolean }) => void;
};

/** A list whose address says nothing but a view opens with it, and one whose address says nothing, with its standard view. */
function useFirstView({ views, isBare, openedId, open }: FirstView): void {
  // Only what the list was opened with counts.
  const isAwaited = useRef(isBare);
  const openFirst = useEffectEvent(() => {
    const first = views?.find(({ id }) => id === openedId);
    if (isAwaited.current && isBare && first) open(first, { replace: true });
    isAwaited.current = false;
  });
  const isKnown = views !== undefined;
  useEffect(() => {
    if (isKnown) openFirst();
  }, [isKnown]);
}

function useViewColumns(list: string, view: SavedView | null): void {
  const [id, version] = [view?.id, view?.version];
  // A view that is read again unchanged leaves alone what was arranged since.
  const show = useEffectEvent((of: string, _id: string, _version: number | undefined) =>
    showViewColumns(of, view?.content.columns ?? null),
  );
  useEffect(() => (id === undefined ? undefined : show(list, id, version)), [list, id, version]);
}
