import { USERS_MESSAGES } from "@countinghouse/validators/general-messages";
import type { UserFlag } from "@countinghouse/validators/user-flags/rules";
import { users } from "@countinghouse/validators/users/contract";
import { useMutation, useMutationState } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { useReadAgain } from "@/api/read-again.ts";
import { mutationOf } from "@/api/use-command.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { User } from "./use-user.ts";

interface Change {
  userId: number;
  flag: UserFlag;
  on: boolean;
}

/**
 * Switches the flags of a user, wherever they stand on the page. Each change makes another version of the user, which the
 * next one names: what is pressed meanwhile waits for its turn. `pending` are the switches on their way, and where they go.
 */
export function useSetUserFlag({ id, version }: User) {
  const utils = trpc.useUtils();
  const readAgain = useReadAgain();
  const [requestIdFor] = useState(() => makeRequestIds());
  const { mutate } = useMutation({
    ...mutationOf(users.setFlag),
    scope: { id: `users.setFlag ${id}` },
    mutationFn: ({ userId, flag, on }: Change) => {
      const newest = utils.users.get.getData({ id: userId })?.version ?? version;
      const requestId = requestIdFor([flag, on, newest]);
      return utils.client.users.setFlag.mutate({ userId, version: newest, flag, on, requestId });
    },
    onSuccess: (changed, { userId, flag, on }) => {
      utils.users.get.setData(
        { id: userId },
        (user) => user && { ...user, [flag]: on, version: changed.version },
      );
      toast.success(USERS_MESSAGES.updated);
    },
    onError: (error) => {
      toast.error(errorDetails(error).message);
      return readAgain(["users.get"]);
    },
  });
  const pending = useMutationState({
    filters: { mutationKey: mutationOf(users.setFlag).mutationKey, status: "pending" },
    select: ({ state }) => state.variables as Change,
  });
  return {
    pending: pending.filter(({ userId }) => userId === id),
    setFlag: (flag: UserFlag, on: boolean) => mutate({ userId: id, flag, on }),
  };
}

export type SetUserFlag = ReturnType<typeof useSetUserFlag>;
