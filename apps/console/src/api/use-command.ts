import type { AppRouter, RouterInputs, RouterOutputs } from "@countinghouse/api";
import type { Command } from "@countinghouse/validators/contract/contract";
import { useMutation } from "@tanstack/react-query";
import type { TRPCClientErrorLike } from "@trpc/client";
import { useRef } from "react";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { trpc } from "./client.ts";
import { errorDetails } from "./errors.ts";
import type { CommandMeta } from "./read-again.ts";
import { isApprovalOver, waitingApproval } from "./waits.ts";

type Domain = Extract<keyof RouterInputs, string>;
type Path = { [In in Domain]: `${In}.${keyof RouterInputs[In] & string}` }[Domain];
type At<Map, Name extends Path> = Name extends `${infer In extends keyof Map & string}.${infer Verb}`
  ? Map[In][Verb & keyof Map[In]]
  : never;

/** The input of a command without the request id, which the hook makes. */
export type CommandInput<Name extends Path> = Omit<At<RouterInputs, Name>, "requestId">;
export type CommandResult<Name extends Path> = At<RouterOutputs, Name>;
export type CommandError = TRPCClientErrorLike<AppRouter>;

export interface CommandOptions<Name extends Path> {
  /** Takes the command back. The success message offers it as Undo. */
  undo?: (input: CommandInput<Name>) => void;
  onSuccess?: (result: CommandResult<Name>, input: CommandInput<Name>) => void;
  onError?: (error: CommandError, input: CommandInput<Name>) => void | Promise<void>;
  onSettled?: () => void;
  /** The title of the message after a failure; null where the screen shows the error itself. */
  failure?: string | null;
  /** Keeps the command pending until the affected queries are read again. */
  isPendingUntilRead?: boolean;
  /** The values that make two inputs the same request; the whole input if absent. A passcode is not one of them. */
  sameRequest?: (input: CommandInput<Name>) => unknown;
}

/**
 * Sends a command. An input keeps its request id until it succeeds or its approval ends, so a lost answer is not done twice. Shows the
 * success or the failure, and refetches the queries that the contract names. Keeps no input and no result after the page is left.
 */
export function useCommand<Name extends Path>(
  command: Command & { path: Name },
  {
    undo,
    onSuccess,
    onError,
    onSettled,
    failure,
    isPendingUntilRead = false,
    sameRequest = (input) => input,
  }: CommandOptions<Name> = {},
) {
  const { client } = trpc.useUtils();
  const requestIds = useRef(new Map<string, string>());
  const requestOf = (input: CommandInput<Name>) => JSON.stringify(sameRequest(input));
  const [domain = "", verb = ""] = command.path.split(".");
  const { mutationKey, meta } = mutationOf(command);
  const { success } = command;
  return useMutation<CommandResult<Name>, CommandError, CommandInput<Name>>({
    mutationKey,
    mutationFn: (input) => {
      const request = requestOf(input);
      const requestId = requestIds.current.get(request) ?? newRequestId();
      requestIds.current.set(request, requestId);
      const calls = client as unknown as Calls;
      const send = calls[domain]?.[verb]?.mutate as (sent: object) => Promise<CommandResult<Name>>;
      return send({ ...input, requestId });
    },
    gcTime: 0,
    meta: { ...meta, pendingUntilRead: isPendingUntilRead },
    onSuccess: (result, input) => {
      requestIds.current.delete(requestOf(input));
      if (success !== undefined) toast.success(success, undo && { undo: () => undo(input) });
      onSuccess?.(result, input);
    },
    onError: (error, input) => {
      if (isApprovalOver(error)) requestIds.current.delete(requestOf(input));
      if (failure !== null && waitingApproval(error) === null) showFailure(failure, error);
      return onError?.(error, input);
    },
    onSettled,
  });
}

/** Returns the key and the queries to refetch of a command with a contract, for a mutation that `useCommand` does not make. */
export const mutationOf = ({ path, affects }: { path: string; affects: readonly string[] }) => ({
  mutationKey: [path.split(".")],
  meta: { affects } satisfies CommandMeta,
});

function showFailure(title: string | undefined, error: CommandError): void {
  const { message } = errorDetails(error);
  if (title === undefined) toast.error(message);
  else toast.error(title, { description: message });
}

/** The client by the two parts of a path. */
type Calls = Record<string, Record<string, { mutate: (input: object) => Promise<unknown> }>>;
