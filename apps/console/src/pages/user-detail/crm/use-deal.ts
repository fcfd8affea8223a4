import type { RouterOutputs } from "@countinghouse/api";
import type { DealQueue, DealStanding, ManualDeclineReason } from "@countinghouse/validators/deals/rules";
import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

export type DealState = RouterOutputs["deals"]["get"];
export type DealChange = NonNullable<DealState["change"]>;

const POLL_MS = 2_000;

const CRM_IS_TOLD = "The CRM is being updated.";

/** The customer's deal in the CRM, read again every two seconds while a change is on its way there. */
export function useDeal(userId: number, hasTurn: boolean) {
  const query = trpc.deals.get.useQuery(
    { userId },
    { enabled: hasTurn, refetchInterval: ({ state }) => (isChanging(state.data) ? POLL_MS : false) },
  );
  // Polling is no news: only a refresh that somebody asked for is shown as one.
  return { ...query, isFetching: query.isFetching && !isChanging(query.data) };
}

/** How far the CRM is with the last edit of the customer. */
export const useEditProgress = (userId: number, hasTurn: boolean) =>
  trpc.users.editProgress.useQuery(
    { userId },
    {
      enabled: hasTurn,
      refetchInterval: ({ state }) =>
        state.data?.steps.some((step) => step.state === "QUEUED") ? POLL_MS : false,
    },
  ).data;

const isChanging = (state: DealState | undefined): boolean => state?.change?.state === "QUEUED";

/** The deal as the rules look at it. */
export const dealStanding = (state: DealState): DealStanding => ({
  deal: state.deal,
  isChanging: isChanging(state),
});

/** Changes the deal. The CRM is told after the server has taken it; the section shows how far it is. */
export function useChangeDeal(userId: number, { deal, change }: DealState) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const onSuccess = () => toast.success(GENERAL_MESSAGES.actionPerformed, { description: CRM_IS_TOLD });
  const onError = (error: unknown) => toast.error(errorDetails(error).message);
  const move = trpc.deals.move.useMutation({ meta: PENDING_UNTIL_READ, onSuccess, onError });
  const request = trpc.deals.request.useMutation({ meta: PENDING_UNTIL_READ, onSuccess, onError });
  const decline = trpc.deals.decline.useMutation({ meta: PENDING_UNTIL_READ, onSuccess });
  // The same press after another change is another request.
  const press = (values: object) => ({ userId, requestId: requestIdFor([change?.id, values]), ...values });
  const dealId = deal?.dealId ?? "";
  return {
    movingTo: move.isPending ? move.variables.stage : null,
    move: (stage: DealQueue) => move.mutate({ ...press({ dealId, stage }), dealId, stage }),
    requesting: request.isPending,
    request: () => request.mutate(press({})),
    declining: decline.isPending,
    decline: (reason: ManualDeclineReason, onDone: () => void) =>
      decline.mutate({ ...press({ dealId, reason }), dealId, reason }, { onSuccess: onDone }),
    declineRefusal: decline.error,
    forgetRefusal: decline.reset,
  };
}

export type ChangeDeal = ReturnType<typeof useChangeDeal>;
