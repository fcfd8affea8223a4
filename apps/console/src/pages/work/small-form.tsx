import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { WorkItem } from "@/components/work/work-item.ts";
import { type FormShellProps, keepFocus, useSubmission } from "@/form/form-shell.ts";
import { SubmitError } from "@/form/submit-error.tsx";
import { useShortcut } from "@/lib/shortcuts.ts";
import { Button } from "@/ui/button.tsx";

export type WorkFormProps = {
  item: WorkItem;
  disabledReason: string | null;
  onDone: () => void;
};

type SmallFormProps<Input extends FieldValues, Output> = Omit<
  FormShellProps<Input, Output>,
  "title" | "description" | "summary"
> & { children: ReactNode };

/** A form within the sheet of an item. */
export function SmallForm<Input extends FieldValues, Output>(shell: SmallFormProps<Input, Output>) {
  const submit = useSubmission(shell);
  // An item may have two forms: the focus says which one is sent.
  useShortcut({ keys: "mod+enter", label: "Send the form", group: "This page" }, () =>
    document.activeElement?.closest("form")?.requestSubmit(),
  );
  return (
    <form noValidate onSubmit={submit} className="grid justify-items-start gap-3 pt-4 [&>div]:w-full">
      {shell.children}
      <SubmitError error={shell.submitError} failureMessage={shell.failureMessage} />
      <Button
        type="submit"
        pending={shell.submitting}
        disabledReason={shell.disabledReason ?? null}
        onMouseDown={keepFocus}
      >
        {shell.submitLabel}
      </Button>
    </form>
  );
}
