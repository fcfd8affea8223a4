import { useId } from "react";
import type { FieldValues } from "react-hook-form";
import { Card } from "@/ui/card.tsx";
import { FormButtons } from "./form-buttons.tsx";
import { type FormShellProps, keepFocus, useSubmission } from "./form-shell.ts";
import { SubmitError } from "./submit-error.tsx";
import { useUnsavedChanges } from "./unsaved-changes.tsx";

type PageFormProps<Input extends FieldValues, Output> = FormShellProps<Input, Output> & {
  /** Where Cancel leads; without it there is no Cancel. */
  onCancel?: (() => void) | undefined;
};

/** A form that is the page, or a panel of it. */
export function PageForm<Input extends FieldValues, Output>({
  onCancel,
  ...shell
}: PageFormProps<Input, Output>) {
  const titleId = useId();
  const submit = useSubmission(shell);
  const unsaved = useUnsavedChanges(shell.form);
  return (
    <Card>
      <form noValidate onSubmit={submit} aria-labelledby={titleId}>
        <header className="grid gap-0.5 px-5 pt-4">
          <h2 id={titleId} className="text-lg font-semibold tracking-[-0.01em]">
            {shell.title}
          </h2>
          {shell.description && <p className="text-sm text-muted-foreground">{shell.description}</p>}
        </header>
        <div className="grid gap-4 px-5 py-4 text-base">
          {shell.children}
          <SubmitError error={shell.submitError} failureMessage={shell.failureMessage} />
        </div>
        <footer
          data-action-bar
          className="sticky bottom-0 flex items-center justify-end gap-2 rounded-b-lg border-t bg-card px-5 py-3"
        >
          <FormButtons
            {...shell}
            onMouseDown={keepFocus}
            onCancel={onCancel && (() => unsaved.askBefore(onCancel))}
          />
        </footer>
      </form>
      {unsaved.dialog}
    </Card>
  );
}
