import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { createParser, useQueryStates } from "nuqs";
import { trpc } from "@/api/client.ts";
import { readUserId } from "@/lib/user-id.ts";

export type Summary = RouterOutputs["loans"]["paymentSummary"];
export type SummaryApplication = Summary["applications"][number];
export type LedgerLine = RouterOutputs["loans"]["ledger"]["lines"][number];
export type BalanceSummary = NonNullable<RouterOutputs["loans"]["ledger"]["summary"]>;

type Cursor = RouterInputs["loans"]["ledger"]["cursor"];

const FIRST: Cursor = null;

const rowId = createParser({ parse: readUserId, serialize: String });

const params = {
  /** As it stands there: what is no user id is told. */
  id: createParser({ parse: (text) => text, serialize: String }),
  application: rowId,
};

/** Whose ledger is shown and which of the applications, kept in the address. */
export function useSummaryView() {
  const [{ id, application }, setParams] = useQueryStates(params);
  return {
    typed: id ?? "",
    userId: id === null ? null : readUserId(id),
    applicationId: application,
    show: (userId: number) => void setParams({ id: String(userId), application: null }, { history: "push" }),
    choose: (applicationId: number | null) =>
      void setParams({ application: applicationId }, { history: "push" }),
  };
}

/** Whose ledger it is, and what each application agreed. */
export const usePaymentSummary = (userId: number) => trpc.loans.paymentSummary.useQuery({ userId });

/** The pages of the user's ledger loaded so far, the newest line first. */
export function useUserLedger(userId: number) {
  const { client } = trpc.useUtils();
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.loans.ledger), { type: "infinite", userId }],
    queryFn: ({ pageParam, signal }) => client.loans.ledger.query({ userId, cursor: pageParam }, { signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
