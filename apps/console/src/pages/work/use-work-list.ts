import { WORK_KIND_NAMES, WORK_VIEWS } from "@countinghouse/validators/work/rules";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { trpc } from "@/api/client.ts";
import { useReadAgain } from "@/api/read-again.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import { useWorkNews } from "@/live/feed.ts";

const PARAMS = {
  view: param.oneOf(WORK_VIEWS).withDefault("team"),
  kind: param.oneOf(WORK_KIND_NAMES),
  item: param.text,
};

/** Returns the items of the view in the address, and refetches them when the live stream reports a change. */
export function useWorkList() {
  const { params, change } = useListParams(PARAMS);
  const { view, kind, item } = params;
  const query = trpc.work.list.useQuery({ view, kind }, { staleTime: 0, placeholderData: keepPreviousData });
  const stamp = useWorkNews()?.stamp;
  const readAgain = useReadAgain();
  const begin = useEffectEvent(() => void readAgain("work.list"));
  useEffect(() => {
    if (stamp !== undefined) begin();
  }, [stamp]);
  return { query, view, kind, openName: item, change };
}
