import type { AppRouter, RouterInputs, RouterOutputs } from "@countinghouse/api";
import type { Command } from "@countinghouse/validators/contract/contract";
import { useMutation } from "@tanstack/react-query";
import type { TRPCClientErrorLike } from "@trpc/client";
import { useRef } from "react";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { trpc } from "./client.ts";
import { errorDetails } from "./errors.ts";
import type { CommandMeta } from "./read-again.ts";

type Domain = Extract<keyof RouterInputs, string>;
type Path = { [In in Domain]: `${In}.${keyof RouterInputs[In] & string}` }[Domain];
type At<Map, Name extends Path> = Name extends `${infer In extends keyof Map & string}.${infer Verb}`
  ? Map[In][Verb & keyof Map[In]]
  : never;

/** The input of a command without the request id, which the hook makes. */
export type CommandInput<Name extends Path> = Omit<At<RouterInputs, Name>, "requestId">;
export type CommandResult<Name extends Path> = At<RouterOutputs, Name>;

export interface CommandOptions<Name extends Path> {
  /** Takes the command back. The success message offers it as Undo. */
  undo?: (input: CommandInput<Name>) => void;
  onSuccess?: (result: CommandResult<Name>, input: CommandInput<Name>) => void;
  /** The title of the message after a failure; null where the screen shows the error itself. */
  failure?: string | null;
  /** Keeps the command pending until the affected queries are read again. */
  isPendingUntilRead?: boolean;
}

/**
 * Sends a command. A repeated input keeps its request id until it succeeds, so a lost answer is not done twice. Shows the success or the
 * failure, and refetches the queries that the contract names.
 */
export function useCommand<Name extends Path>(
  { path, success, affects }: Command & { path: Name },
  { undo, onSuccess, failure, isPendingUntilRead = false }: CommandOptions<Name> = {},
) {
  const { client } = trpc.useUtils();
  const requestIds = useRef(makeRequestIds());
  const [domain = "", verb = ""] = path.split(".");
  return useMutation<CommandResult<Name>, TRPCClientErrorLike<AppRouter>, CommandInput<Name>>({
    mutationKey: [[domain, verb]],
    mutationFn: (input) => {
      const calls = client as unknown as Calls;
      const send = calls[domain]?.[verb]?.mutate as (sent: object) => Promise<CommandResult<Name>>;
      return send({ ...input, requestId: requestIds.current(input) });
    },
    meta: { affects, pendingUntilRead: isPendingUntilRead } satisfies CommandMeta,
    onSuccess: (result, input) => {
      requestIds.current = makeRequestIds();
      if (success !== undefined) toast.success(success, undo && { undo: () => undo(input) });
      onSuccess?.(result, input);
    },
    ...(failure !== null && {
      onError: (error: TRPCClientErrorLike<AppRouter>) => {
        const { message } = errorDetails(error);
        if (failure === undefined) toast.error(message);
        else toast.error(failure, { description: message });
      },
    }),
  });
}

/** The client by the two parts of a path. */
type Calls = Record<string, Record<string, { mutate: (input: object) => Promise<unknown> }>>;
