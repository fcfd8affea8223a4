import type { RouterOutputs } from "@countinghouse/api";
import { sharedAccountText } from "@countinghouse/validators/bank-accounts/rules";
import { ACCOUNT_TEXTS as TEXT } from "@countinghouse/validators/bank-accounts/texts";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { PENDING_UNTIL_READ, useReadAgain } from "@/api/read-again.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

export type Account = RouterOutputs["bankAccounts"]["list"]["accounts"][number];

/** The accounts in use, or those of links that are lost. */
export const useAccounts = (userId: number, active: boolean) =>
  trpc.bankAccounts.list.useQuery({ userId, active });

/** How long the success of an addition is seen before the lists are read again (specification 1, section 9). */
const RELOAD_AFTER_MS = 1_000;

/**
 * Enables, disables, adds by hand and chooses the primary account of a customer; then all that shows accounts is read
 * again. `onAnswered` is told when what was asked about is done or refused.
 */
export function useAccountActions(onAnswered: () => void) {
  const readAgain = useReadAgain();
  const setEnabled = trpc.bankAccounts.setEnabled.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(TEXT.switchFailed, { description: failureText(error, TEXT.failed) }),
    meta: PENDING_UNTIL_READ,
  });
  const makePrimary = trpc.bankAccounts.makePrimary.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onAnswered();
    },
    onError: (error) => {
      toast.error(failureText(error, TEXT.failed));
      onAnswered();
    },
    meta: PENDING_UNTIL_READ,
  });
  const addManually = trpc.bankAccounts.addLostManually.useMutation({
    onSuccess: ({ message, sharedWith }) => {
      toast.success(message, sharedWith > 0 ? { description: sharedAccountText(sharedWith) } : {});
      setTimeout(() => void readAgain("bankAccounts"), RELOAD_AFTER_MS);
    },
    onError: (error) => {
      toast.error(failureText(error, TEXT.failed));
      void readAgain("bankAccounts");
    },
    onSettled: onAnswered,
  });
  const { isPending, variables } = setEnabled;
  return {
    switching: isPending ? { id: variables.accountId, on: variables.enabled } : null,
    switchTo: (accountId: number, enabled: boolean) =>
      setEnabled.mutate({ accountId, enabled, requestId: newRequestId() }),
    isAdding: addManually.isPending,
    addManually: (accountId: number) => addManually.mutate({ accountId, requestId: newRequestId() }),
    isMakingPrimary: makePrimary.isPending,
    makePrimary: (accountId: number, insteadOf: number | null) =>
      makePrimary.mutate({ accountId, insteadOf, requestId: newRequestId() }),
  };
}
