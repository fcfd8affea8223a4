import { useEffect, useEffectEvent } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { useReadAgain } from "@/api/read-again.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { User } from "../use-user.ts";

const POLL_MS = 3_000;

/**
 * How far the server is with looking up what the customer's applications lack. Once it is done the customer is read
 * again, once: each read may reveal an SSN and is audited.
 */
export function useFactsLookup({ id, factsLookup }: Pick<User, "id" | "factsLookup">) {
  const utils = trpc.useUtils();
  const readAgain = useReadAgain();
  const isAwaited = factsLookup !== null;
  const { data } = trpc.decisions.factsLookup.useQuery(
    { userId: id },
    {
      enabled: isAwaited,
      refetchInterval: ({ state }) => (state.data && state.data.lookup !== "PENDING" ? false : POLL_MS),
    },
  );
  const isDone = isAwaited && data?.lookup === null;
  const onDone = useEffectEvent(() => void readAgain("decisions.factsLookup"));
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone]);
  const retry = trpc.decisions.retryFacts.useMutation({
    onSuccess: () => utils.decisions.factsLookup.setData({ userId: id }, { lookup: "PENDING" }),
    onError: (error) => toast.error(failureText(error)),
  });
  return {
    state: isAwaited ? (data === undefined ? factsLookup : (data.lookup ?? "PENDING")) : null,
    isRetrying: retry.isPending,
    whyNotRetry: useWhyNot("decisions.retryFacts"),
    retry: () => retry.mutate({ userId: id, requestId: newRequestId() }),
  };
}
