import type { RouterOutputs } from "@countinghouse/api";
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "@/api/client.ts";
import type { BusinessView } from "./use-business-view.ts";

export type BusinessRow = RouterOutputs["businesses"]["list"]["rows"][number];

type Asked = Pick<BusinessView, "userId" | "filters" | "page" | "pageSize">;

/** One page of the businesses; the page before stays in sight until the next one is there. */
export const useBusinesses = ({ userId, filters, page, pageSize }: Asked) =>
  trpc.businesses.list.useQuery(
    {
      page,
      pageSize,
      filter: filters.lien,
      search: filters.search,
      businessStatus: filters.status,
      userId,
      unmatched: filters.unmatched,
    },
    // Where a business stands changes at the verifier: every look asks.
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
