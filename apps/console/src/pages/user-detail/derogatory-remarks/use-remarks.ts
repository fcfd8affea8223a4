import type { RouterOutputs } from "@countinghouse/api";
import { REMARKS_PAGE_SIZE } from "@countinghouse/validators/remarks/rules";
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "@/api/client.ts";

export type RemarksPage = RouterOutputs["remarks"]["list"];
export type Remark = RemarksPage["data"][number];

/** One page of the derogatory remarks of a user; the page before stays in sight until the next one is there. */
export const useRemarks = (userId: number, currentPage: number, enabled: boolean) =>
  trpc.remarks.list.useQuery(
    { userId, pageLimit: REMARKS_PAGE_SIZE, currentPage },
    { enabled, placeholderData: keepPreviousData },
  );
