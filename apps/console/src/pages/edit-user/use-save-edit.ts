import type { RouterInputs } from "@countinghouse/api";
import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { users } from "@countinghouse/validators/users/contract";
import { trpc } from "@/api/client.ts";
import { errorDetails, failureText } from "@/api/errors.ts";
import { useCommand } from "@/api/use-command.ts";
import { toast } from "@/lib/toast.ts";
import type { EditForm } from "./use-edit-form.ts";

export type EditInput = Omit<RouterInputs["users"]["edit"], "requestId">;
export type DuplicatedUser = { id: number; fullname: string };

type SaveCalls = {
  onSaved: () => void;
  onFailed: () => void;
  onDuplicate: (user: DuplicatedUser, email: string) => void;
  /** Told how everything stands now, and the server's sentence. */
  onChanged: (now: EditForm, message: string) => void;
};

/** Saves an edit once a press. A failure is told as the server tells it. */
export function useSaveEdit(userId: number, { onSaved, onFailed, onDuplicate, onChanged }: SaveCalls) {
  const utils = trpc.useUtils();
  const mutation = useCommand(users.edit, {
    failure: null,
    onSuccess: ({ message, isCrmTold }) => {
      toast.success(message, isCrmTold ? { description: "The CRM is being updated." } : {});
      onSaved();
    },
    onError: async (error, sent) => {
      onFailed();
      const { code, message, facts } = errorDetails(error);
      const duplicated = readDuplicated(facts.duplicatedUser);
      if (duplicated) onDuplicate(duplicated, sent.email);
      if (code === "CONFLICT" && facts.changed !== undefined) {
        const now = await utils.users.editForm.fetch({ userId }, { staleTime: 0 }).catch(() => null);
        if (now) return onChanged(now, message);
      }
      toast.error(failureText(error, GENERAL_MESSAGES.somethingWentWrong));
    },
  });
  return {
    save: (input: EditInput) => mutation.mutate(input),
    saving: mutation.isPending,
  };
}

function readDuplicated(value: unknown): DuplicatedUser | null {
  if (typeof value !== "object" || value === null || !("id" in value) || !("fullname" in value)) return null;
  const { id, fullname } = value;
  return typeof id === "number" && typeof fullname === "string" ? { id, fullname } : null;
}
