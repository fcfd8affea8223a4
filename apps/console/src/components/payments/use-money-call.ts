import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { isApprovalOver } from "@/api/waits.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { isCertainlyNotRecorded } from "./payment-outcome.ts";

/** After this time without an answer the outcome counts as unknown. */
const ANSWER_WITHIN_MS = 45_000;

interface MoneyCall<Input, Answer> {
  /** The key of the procedure, by `getMutationKey`; the data that it may have changed is read again. */
  mutationKey: readonly unknown[];
  meta?: Record<string, unknown>;
  call: (input: Input, sent: { requestId: string; signal: AbortSignal }) => Promise<Answer>;
  onAnswer: (answer: Answer, input: Input, requestId: string) => void;
  /** Returns true when the same input is another order after this answer. The default is true. */
  isFinal?: (answer: Answer) => boolean;
  /** Runs when the server refused: this call did nothing, and no earlier call is still open. */
  onRefused?: (error: unknown, input: Input) => void;
  /** Runs when no answer came: the call may have worked. Sending the same input again finds out, and repeats nothing. */
  onUnanswered?: (input: Input, requestId: string) => void;
}

/**
 * Sends a call that may move money, once per click even when two clicks are quick. The same input has the same request id until
 * there is a final answer, so that the server runs the call at most once.
 */
export function useMoneyCall<Input, Answer>({
  mutationKey,
  meta,
  call,
  onAnswer,
  isFinal,
  onRefused,
  onUnanswered,
}: MoneyCall<Input, Answer>) {
  const [requestIdFor, setRequestIds] = useState(() => makeRequestIds());
  const [isUnanswered, setUnanswered] = useState(false);
  const wasUnanswered = useRef(false);
  const isLocked = useRef(false);
  const leaveOpen = (open: boolean) => {
    wasUnanswered.current = open;
    setUnanswered(open);
  };
  const renew = () => {
    leaveOpen(false);
    setRequestIds(() => makeRequestIds());
  };

  const mutation = useMutation({
    mutationKey,
    ...(meta && { meta }),
    mutationFn: ({ input, requestId }: { input: Input; requestId: string }) =>
      call(input, { requestId, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }),
    onSuccess: (answer, { input, requestId }) => {
      leaveOpen(false);
      if (isFinal?.(answer) ?? true) renew();
      onAnswer(answer, input, requestId);
    },
    onError: (error, { input, requestId }) => {
      const isOpen = !isCertainlyNotRecorded(error, wasUnanswered.current);
      leaveOpen(isOpen);
      if (isApprovalOver(error)) renew();
      if (isOpen) onUnanswered?.(input, requestId);
      else onRefused?.(error, input);
    },
    onSettled: () => {
      isLocked.current = false;
    },
  });

  return {
    /** `onBegin` runs when this click is the one that sends. */
    send: (input: Input, onBegin?: () => void) => {
      // A second quick click arrives before the screen is locked.
      if (isLocked.current) return;
      isLocked.current = true;
      onBegin?.();
      mutation.mutate({ input, requestId: requestIdFor(input) });
    },
    isSending: mutation.isPending,
    isUnanswered,
    /** The refusal of the server; null without one, and while the outcome is open. */
    refusal: isUnanswered ? null : mutation.error,
    /** Begins another order, once the outcome of an open one is known. */
    renew,
    /** Clears the refusal and the open outcome. */
    forget: () => {
      leaveOpen(false);
      mutation.reset();
    },
  };
}
