import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { createParser, useQueryState } from "nuqs";
import { trpc } from "@/api/client.ts";
import { readUserId } from "@/lib/user-id.ts";

export type Schedule = RouterOutputs["paymentSchedules"]["search"]["schedules"][number];

type Cursor = RouterInputs["paymentSchedules"]["search"]["cursor"];

const FIRST: Cursor = null;

/** The user whose payments are shown, kept in the address; null: everyone's that are unpaid. */
export const useShownUser = () => {
  const [user, setUser] = useQueryState("user", createParser({ parse: readUserId, serialize: String }));
  return [user, (next: number | null) => void setUser(next, { history: "push" })] as const;
};

/** The pages of scheduled payments loaded so far, in the order of their days. */
export function useSchedules(userId: number | null) {
  const { client } = trpc.useUtils();
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.paymentSchedules.search), { type: "infinite", userId }],
    queryFn: ({ pageParam, signal }) =>
      client.paymentSchedules.search.query({ userId, cursor: pageParam }, { signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
