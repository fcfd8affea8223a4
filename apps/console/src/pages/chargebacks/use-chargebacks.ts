import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import type { ChargebackFilters } from "@countinghouse/validators/chargebacks/schemas";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { trpc } from "@/api/client.ts";

type Page = RouterOutputs["chargebacks"]["list"];
export type ChargebackRow = Page["returns"][number];

type Cursor = RouterInputs["chargebacks"]["list"]["cursor"];

const FIRST: Cursor = null;

/** The pages of processed returns and chargebacks loaded so far, the newest first; none while the days are no range. */
export function useChargebacks(filters: ChargebackFilters, isAsked: boolean) {
  const { client } = trpc.useUtils();
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.chargebacks.list), { type: "infinite", input: filters }],
    queryFn: ({ pageParam, signal }) =>
      client.chargebacks.list.query({ ...filters, cursor: pageParam }, { signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    enabled: isAsked,
  });
}

/** The rows of a page in the order the server has over both lists. */
export const rowsOf = ({ returns, chargebacks }: Pick<Page, "returns" | "chargebacks">): ChargebackRow[] =>
  [...returns, ...chargebacks].toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1),
  );
