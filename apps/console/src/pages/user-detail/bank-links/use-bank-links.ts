import type { RouterOutputs } from "@countinghouse/api";
import { whyNotAskBank } from "@countinghouse/validators/bank-links/rules";
import { BANK_LINKS_MESSAGES } from "@countinghouse/validators/bank-links/texts";
import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

export type BankLink = RouterOutputs["bankLinks"]["list"][number];
export type BalanceRecord = RouterOutputs["bankLinks"]["balances"][number];

type Failure = { institutionName: string; message: string };

export const useBankLinks = (userId: number, enabled: boolean) =>
  trpc.bankLinks.list.useQuery({ userId }, { enabled });

export const useBalanceRecords = (userId: number, enabled: boolean) =>
  trpc.bankLinks.balances.useQuery({ userId }, { enabled });

/** Asks for the transfer numbers of the customer's links again. */
export function useReAuth(userId: number) {
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const reAuth = trpc.bankLinks.reAuth.useMutation({
    onMutate: () => setFailures([]),
    onSuccess: (result) => {
      setFailures(result.failures);
      if (result.failures.length === 0) toast.success(GENERAL_MESSAGES.actionPerformed);
    },
    onError: (error) => toast.error(failureText(error, BANK_LINKS_MESSAGES.reAuthFailed)),
    // What was asked may have shown that a link is lost, or is there again.
    meta: PENDING_UNTIL_READ,
  });
  return {
    failures,
    isPending: reAuth.isPending,
    reAuth: () => reAuth.mutate({ userId, requestId: newRequestId() }),
  };
}

/** Asks the customer's banks what is in the accounts now. */
export function useFetchBalances(userId: number) {
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const fetchBalances = trpc.bankLinks.fetchBalances.useMutation({
    onMutate: () => setFailures([]),
    onSuccess: (result) => {
      setFailures(result.failures);
      if (result.failures.length === 0) toast.success(GENERAL_MESSAGES.actionPerformed);
    },
    onError: (error) => toast.error(failureText(error)),
    // What was asked may have shown that a link is lost, or is there again.
    meta: PENDING_UNTIL_READ,
  });
  return {
    failures,
    isPending: fetchBalances.isPending,
    fetchBalances: () => fetchBalances.mutate({ userId, requestId: newRequestId() }),
  };
}

/** Why the bank-link provider can not be asked about the customer, or null when it can. */
export function useWhyNotAskBank(links: BankLink[] | undefined): string | null {
  const incapable = useWhyNot("bankLinks.ask");
  if (incapable !== null || links === undefined) return incapable;
  return whyNotAskBank({ links: links.filter(({ canBeAsked }) => canBeAsked).length });
}
