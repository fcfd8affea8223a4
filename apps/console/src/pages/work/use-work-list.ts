import {
  EARLIER_WORK_VIEWS,
  WORK_KIND_NAMES,
  WORK_KINDS,
  WORK_VIEWS,
  type WorkKind,
  type WorkView,
} from "@countinghouse/validators/work/rules";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo } from "react";
import { useSearch } from "wouter";
import { trpc } from "@/api/client.ts";
import { useReadAgain } from "@/api/read-again.ts";
import { groupByKind, itemName, type WorkItem } from "@/components/work/work-item.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import { changedQuery } from "@/lib/search-params.ts";
import { useWorkNews } from "@/live/feed.ts";
import { paths } from "@/paths.ts";
import type { RowGroup } from "@/table/body-rows.tsx";

const PARAMS = {
  view: param.oneOf(WORK_VIEWS, EARLIER_WORK_VIEWS).withDefault("team"),
  kind: param.oneOf(WORK_KIND_NAMES),
  folded: param.listOf(WORK_KIND_NAMES).withDefault([]),
  item: param.text,
};

const isGrouped = (view: WorkView): boolean => view === "team" || view === "mine";

/** Returns the items of the view in the address, and refetches them when the live stream reports a change. */
export function useWorkList() {
  const { params, change, replace } = useListParams(PARAMS);
  const search = useSearch();
  const { view, kind, folded, item } = params;
  const query = trpc.work.list.useQuery({ view, kind }, { staleTime: 0, placeholderData: keepPreviousData });
  const stamp = useWorkNews()?.stamp;
  const readAgain = useReadAgain();
  const begin = useEffectEvent(() => void readAgain("work.list"));
  useEffect(() => {
    if (stamp !== undefined) begin();
  }, [stamp]);
  const { data } = query;
  const kinds = useMemo(() => groupByKind(data && isGrouped(view) ? data.items : []), [data, view]);
  const rows = useMemo(
    () =>
      data && isGrouped(view)
        ? kinds.flatMap(({ kind: each, items }) => (folded.includes(each) ? [] : items))
        : data?.items,
    [data, view, kinds, folded],
  );
  const fold = (toggled: WorkKind) =>
    replace({
      folded: folded.includes(toggled) ? folded.filter((each) => each !== toggled) : [...folded, toggled],
    });
  const groups = kinds.map(({ kind: each, items }): RowGroup => {
    const isFolded = folded.includes(each);
    const count = data?.kinds.find((counted) => counted.kind === each)?.count ?? items.length;
    return {
      key: each,
      title: `${WORK_KINDS[each].word} · ${count.toLocaleString("en-US")}`,
      size: isFolded ? 0 : items.length,
      isFolded,
      onToggle: () => fold(each),
    };
  });
  return {
    query,
    rows,
    groups,
    view,
    kind,
    openName: item,
    change,
    hrefOf: (of: WorkItem) => `${paths.work()}${changedQuery(PARAMS, search, { item: itemName(of) })}`,
  };
}
