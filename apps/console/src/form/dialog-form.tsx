import type { FieldValues } from "react-hook-form";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/ui/dialog.tsx";
import { FormButtons } from "./form-buttons.tsx";
import { type FormShellProps, keepFocus } from "./form-shell.ts";
import { SubmitError } from "./submit-error.tsx";
import { usePanelForm } from "./use-panel-form.ts";

type DialogFormProps<Input extends FieldValues, Output> = FormShellProps<Input, Output> & {
  /** Called when the dialog has gone; whoever rendered it takes it away. */
  onClose: () => void;
};

/** A form of a few fields over the page. It is open while it is rendered. */
export function DialogForm<Input extends FieldValues, Output>({
  onClose,
  ...shell
}: DialogFormProps<Input, Output>) {
  const { panel, initialFocus, form, close, question } = usePanelForm(shell, onClose);
  return (
    <Dialog {...panel}>
      <DialogContent initialFocus={initialFocus}>
        <DialogHeader>
          <DialogTitle>{shell.title}</DialogTitle>
          {shell.description && <DialogDescription>{shell.description}</DialogDescription>}
        </DialogHeader>
        <form {...form} className="flex min-h-0 flex-col">
          <DialogBody>
            {shell.children}
            <SubmitError error={shell.submitError} failureMessage={shell.failureMessage} />
          </DialogBody>
          <DialogFooter>
            <FormButtons {...shell} onMouseDown={keepFocus} onCancel={close} />
          </DialogFooter>
        </form>
        {question}
      </DialogContent>
    </Dialog>
  );
}
