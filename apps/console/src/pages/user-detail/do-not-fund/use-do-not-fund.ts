import type { RouterOutputs } from "@countinghouse/api";
import type { BanUser } from "@countinghouse/validators/do-not-fund/schemas";
import { DO_NOT_FUND_MESSAGES } from "@countinghouse/validators/do-not-fund/texts";
import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails, failureText } from "@/api/errors.ts";
import { PENDING_UNTIL_READ, useReadAgain } from "@/api/read-again.ts";
import { isApprovalOver, waitingApproval } from "@/api/waits.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { User } from "../use-user.ts";

export type DoNotFundProgress = NonNullable<RouterOutputs["doNotFund"]["progress"]>;
export type CrmStep = DoNotFundProgress["steps"][number];

const POLL_MS = 2_000;

/** How far the CRM is with the last change of the flag, asked again every two seconds while a step is under way. */
export const useDoNotFundProgress = (userId: number, hasTurn: boolean) =>
  trpc.doNotFund.progress.useQuery(
    { userId },
    {
      enabled: hasTurn,
      refetchInterval: ({ state }) => (state.data?.steps.some(isQueued) ? POLL_MS : false),
    },
  );

const isQueued = ({ state }: CrmStep): boolean => state === "QUEUED";

/** Sets and clears the flag. `onDone` follows a success, once the page shows it. */
export function useDoNotFund({ id, version }: User, onDone: () => void) {
  const utils = trpc.useUtils();
  const readAgain = useReadAgain();
  const [requestIdFor] = useState(() => makeRequestIds());
  // How often it was asked of a second person, and denied.
  const [asked, setAsked] = useState(0);
  const onSuccess = (flag: RouterOutputs["doNotFund"]["set"]) => {
    utils.users.get.setData({ id }, (user) => user && { ...user, ...flag });
    toast.success(GENERAL_MESSAGES.actionPerformed);
    onDone();
  };
  const onError = (error: unknown) => {
    if (errorDetails(error).code === "CONFLICT") void readAgain(["users.get"]);
  };
  const set = trpc.doNotFund.set.useMutation({ onSuccess, onError });
  const clear = trpc.doNotFund.clear.useMutation({
    onSuccess,
    onError: (error) => {
      onError(error);
      if (isApprovalOver(error)) setAsked((times) => times + 1);
      if (waitingApproval(error) === null)
        toast.error(failureText(error, DO_NOT_FUND_MESSAGES.setUserFlagFailed));
      onDone();
    },
  });
  return {
    set: (ban: BanUser) => set.mutate({ ...ban, requestId: requestIdFor([version, ban]) }),
    setting: set.isPending,
    refusal: set.error,
    forgetRefusal: set.reset,
    clear: () =>
      clear.mutate({ userId: id, doNotFund: false, requestId: requestIdFor([version, "clear", asked]) }),
    clearing: clear.isPending,
  };
}

export type DoNotFund = ReturnType<typeof useDoNotFund>;

/** Tries a step again that the CRM refused; `retryingId` is the one on its way. */
export function useRetryStep(userId: number) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const retry = trpc.doNotFund.retryStep.useMutation({
    meta: PENDING_UNTIL_READ,
    onError: (error) => toast.error(errorDetails(error).message),
  });
  return {
    retryingId: retry.isPending ? retry.variables.stepId : null,
    retryStep: ({ id, attempts }: CrmStep) =>
      retry.mutate({ userId, stepId: id, requestId: requestIdFor([id, attempts]) }),
  };
}
