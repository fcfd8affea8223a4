import type { ChosenParts } from "@countinghouse/validators/loan-returns/rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

/** What a return would take back, asked anew each time the dialog opens. */
export const useLoanReturn = (userId: number) =>
  trpc.loans.getReturn.useQuery({ userId }, { staleTime: 0, gcTime: 0 });

/** Returns a loan. Sent again after a lost answer it finds out what became of the first try, and repeats nothing. */
export function useReturnLoan(userId: number, onDone: () => void) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const send = trpc.loans.return.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onDone();
    },
  });
  return {
    send: (applicationId: number, parts: ChosenParts) => {
      const what = { userId, applicationId, ...parts };
      send.mutate({ ...what, requestId: requestIdFor(what) });
    },
    sending: send.isPending,
    refusal: send.error,
  };
}
