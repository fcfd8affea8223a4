import { USERS_MESSAGES } from "@countinghouse/validators/messages";
import type { UserFlag } from "@countinghouse/validators/user-flags/rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { useReadAgain } from "@/api/read-again.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { User } from "./use-user.ts";

/** Switches the flags of a user, one at a time. `pending` is the switch on its way, and where it goes. */
export function useSetUserFlag({ id, version }: User) {
  const utils = trpc.useUtils();
  const readAgain = useReadAgain();
  const [requestIdFor] = useState(() => makeRequestIds());
  const mutation = trpc.users.setFlag.useMutation({
    onSuccess: (changed, { flag, on }) => {
      utils.users.get.setData({ id }, (user) => user && { ...user, [flag]: on, version: changed.version });
      toast.success(USERS_MESSAGES.updated);
    },
    onError: (error) => {
      toast.error(errorDetails(error).message);
      void readAgain("users");
    },
  });
  return {
    pending: mutation.isPending ? mutation.variables : null,
    setFlag: (flag: UserFlag, on: boolean) =>
      mutation.mutate({ userId: id, version, flag, on, requestId: requestIdFor([flag, on, version]) }),
  };
}

export type SetUserFlag = ReturnType<typeof useSetUserFlag>;
