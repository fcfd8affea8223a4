import type { FieldValues } from "react-hook-form";
import { Sheet, SheetBody, SheetContent, SheetFooter, SheetHeader } from "@/ui/sheet.tsx";
import { FormButtons } from "./form-buttons.tsx";
import { type FormShellProps, keepFocus } from "./form-shell.ts";
import { SubmitError } from "./submit-error.tsx";
import { usePanelForm } from "./use-panel-form.ts";

type SheetFormProps<Input extends FieldValues, Output> = FormShellProps<Input, Output> & {
  /** Called when the sheet has gone; whoever rendered it takes it away. */
  onClose: () => void;
  width?: "default" | "wide";
};

/** A form in a panel at the right, for more fields than a dialog holds. It is open while it is rendered. */
export function SheetForm<Input extends FieldValues, Output>({
  onClose,
  width = "default",
  ...shell
}: SheetFormProps<Input, Output>) {
  const { panel, initialFocus, form, close, question } = usePanelForm(shell, onClose);
  return (
    <Sheet {...panel}>
      <SheetContent width={width} initialFocus={initialFocus}>
        <SheetHeader title={shell.title} description={shell.description} />
        <form {...form} className="flex min-h-0 flex-1 flex-col">
          <SheetBody>
            {shell.children}
            <SubmitError error={shell.submitError} failureMessage={shell.failureMessage} />
          </SheetBody>
          <SheetFooter>
            <FormButtons {...shell} onMouseDown={keepFocus} onCancel={close} />
          </SheetFooter>
        </form>
        {question}
      </SheetContent>
    </Sheet>
  );
}
