import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { Outcome, Progress } from "./progress.ts";

const LOOK_EVERY_MS = 3_000;

/**
 * Follows a payment whose outcome is unknown: polls the server, and lets the server ask the processor on demand. Calls `onLearned`
 * with the outcome, or with null when the server has no such payment.
 */
export function useUnknownOutcome(
  userId: number,
  progress: Progress,
  onLearned: (outcome: Outcome | null) => void,
) {
  const { client } = trpc.useUtils();
  const unknown = progress.step === "unknown" ? progress : null;
  const paymentId = unknown?.outcome?.paymentId ?? null;
  const requestId = unknown?.requestId ?? "";
  const isFollowed = unknown !== null && !unknown.isNotBegun && unknown.outcome?.state !== "NEEDS_REVIEW";
  const named = paymentId === null ? { userId, requestId } : { paymentId };

  const { data } = trpc.payments.status.useQuery(named, {
    enabled: isFollowed,
    refetchInterval: LOOK_EVERY_MS,
    gcTime: 0,
    staleTime: 0,
  });
  const hear = useEffectEvent((found: Outcome | null | undefined) => {
    if (found && (paymentId === null || found.state !== unknown?.outcome?.state)) onLearned(found);
  });
  useEffect(() => {
    if (isFollowed) hear(data);
  }, [data, isFollowed]);

  const check = useMutation({
    mutationFn: () =>
      paymentId === null
        ? client.payments.status.query({ userId, requestId })
        : client.payments.check.mutate({ paymentId, requestId: newRequestId() }),
    onSuccess: onLearned,
    onError: (error) => toast.error(TEXT.failed, { description: errorDetails(error).message }),
  });

  return { check: () => check.mutate(), isChecking: check.isPending };
}
