import type { RouterOutputs } from "@countinghouse/api";
import { REFRESH_AFTER_REGISTERING_MS } from "@countinghouse/validators/businesses/rules";
import type { RegisterBusinesses } from "@countinghouse/validators/businesses/schemas";
import { BUSINESS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { makeRequestIds, newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { Reload } from "./use-reload.ts";

export type Registered = RouterOutputs["businesses"]["register"];
export type RegisteringError = Registered["customMessage"][number];

/** Says what a request came to: in another colour where users were left out (specification 2, section 8). */
function announce({ success, withErrorUsers, customMessage }: Registered): void {
  const left = customMessage.length;
  const description = left === 0 ? {} : { description: `${left} of the users could not be sent.` };
  if (!success) toast.error(TEXT.sendFailed, description);
  else if (withErrorUsers) toast.info(TEXT.sent, description);
  else toast.success(TEXT.sent);
}

/** Sends pasted users to the verifier, once, however often it has to be sent. */
export function useRegister({ reloadAfter }: Reload, onDone: (answer: Registered) => void) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const { mutate, isPending, error } = trpc.businesses.register.useMutation({
    onSuccess: (answer) => {
      announce(answer);
      reloadAfter(REFRESH_AFTER_REGISTERING_MS, [], "registering");
      onDone(answer);
    },
  });
  return {
    send: (what: RegisterBusinesses) => mutate({ ...what, requestId: requestIdFor(what) }),
    isSending: isPending,
    refusal: error,
  };
}

/** Sends one user again whose request failed. Its row waits until the list is read again. */
export function useRetryRegistration({ wait, settle, reloadAfter }: Reload) {
  const { mutate } = trpc.businesses.register.useMutation({
    onMutate: ({ userIds }) => wait([Number(userIds)], "registering"),
    onSuccess: (answer, { userIds }) => {
      announce(answer);
      const [problem] = answer.customMessage;
      if (problem) toast.error(`User ${userIds}: ${problem.message}`);
      reloadAfter(REFRESH_AFTER_REGISTERING_MS, [Number(userIds)], "registering");
    },
    onError: (error, { userIds }) => {
      toast.error(TEXT.sendFailed, { description: failureText(error) });
      settle([Number(userIds)]);
    },
  });
  return (userId: number) => mutate({ userIds: String(userId), retry: true, requestId: newRequestId() });
}
