import type { RouterInputs } from "@countinghouse/api";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { trpc } from "@/api/client.ts";

type Cursor = RouterInputs["uploads"]["list"]["cursor"];

const FIRST: Cursor = null;

/** What was uploaded so far, by anybody, the latest first. */
export function useUploaded() {
  const { client } = trpc.useUtils();
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.uploads.list), { type: "infinite" }],
    queryFn: ({ pageParam, signal }) => client.uploads.list.query({ cursor: pageParam }, { signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
