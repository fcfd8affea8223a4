import type { RouterOutputs } from "@countinghouse/api";
import { ACCOUNT_TEXTS as TEXT } from "@countinghouse/validators/bank-accounts/texts";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

export type Card = RouterOutputs["cards"]["list"][number];

export const useCards = (userId: number) => trpc.cards.list.useQuery({ userId });

/** Switches the cards of a customer and chooses the primary one; then all that shows cards is read again. */
export function useCardActions(onPrimarySettled: () => void) {
  const setStatus = trpc.cards.setStatus.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => {
      const reason = failureText(error, TEXT.failed);
      if (reason === TEXT.cardExpired) toast.error(reason);
      else toast.error(TEXT.cardSwitchFailed, { description: reason });
    },
    meta: PENDING_UNTIL_READ,
  });
  const makePrimary = trpc.cards.makePrimary.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onPrimarySettled();
    },
    onError: (error) => {
      toast.error(failureText(error, TEXT.failed));
      onPrimarySettled();
    },
    meta: PENDING_UNTIL_READ,
  });
  const { isPending, variables } = setStatus;
  return {
    switching: isPending ? { id: variables.cardId, on: variables.status === "ACTIVE" } : null,
    switchTo: (cardId: number, on: boolean) =>
      setStatus.mutate({ cardId, status: on ? "ACTIVE" : "INACTIVE", requestId: newRequestId() }),
    isMakingPrimary: makePrimary.isPending,
    makePrimary: (cardId: number, insteadOf: number | null) =>
      makePrimary.mutate({ cardId, insteadOf, requestId: newRequestId() }),
  };
}
