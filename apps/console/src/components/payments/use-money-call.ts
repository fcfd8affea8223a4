import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { isApprovalOver } from "@/api/waits.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { isCertainlyNotRecorded } from "./payment-outcome.ts";

/** After this long without an answer the outcome counts as unknown. */
const ANSWER_WITHIN_MS = 45_000;

interface MoneyCall<Input, Answer> {
  /** Of the procedure, by `getMutationKey`: what it may have changed is read again. */
  mutationKey: readonly unknown[];
  meta?: Record<string, unknown>;
  call: (input: Input, sent: { requestId: string; signal: AbortSignal }) => Promise<Answer>;
  onAnswer: (answer: Answer, input: Input, requestId: string) => void;
  /** Whether the same input once more is another order after this answer; it is unless this says otherwise. */
  isFinal?: (answer: Answer) => boolean;
  /** The server refused: this call did nothing, and none before it is still open. */
  onRefused?: (error: unknown, input: Input) => void;
  /** There was no answer: it may have been done. Sending the same again finds out, and repeats nothing. */
  onUnanswered?: (input: Input, requestId: string) => void;
}

/**
 * Sends what may move money: once per press, however quick the second press comes, and under the same request id as long
 * as the input is the same and has no final answer, so that the server does it at most once.
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
    /** `onBegin` runs where this press is the one that sends. */
    send: (input: Input, onBegin?: () => void) => {
      // The second of two quick presses comes before the screen has locked.
      if (isLocked.current) return;
      isLocked.current = true;
      onBegin?.();
      mutation.mutate({ input, requestId: requestIdFor(input) });
    },
    isSending: mutation.isPending,
    isUnanswered,
    /** What the server refused; null while it refused nothing or the outcome is open. */
    refusal: isUnanswered ? null : mutation.error,
    /** Another order begins: what was open before is known by now. */
    renew,
    /** Shows neither refusal nor open outcome any more. */
    forget: () => {
      leaveOpen(false);
      mutation.reset();
    },
  };
}
