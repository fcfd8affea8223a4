import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { waitingApproval } from "@/api/waits.ts";
import { type FormShellProps, firstControl, useSubmission } from "./form-shell.ts";
import { useUnsavedChanges } from "./unsaved-changes.tsx";

/**
 * A form over the page, in a dialog or a sheet. It is open while it is rendered; closing it asks first when something
 * would be lost, and calls `onClose` once it has gone.
 */
export function usePanelForm<Input extends FieldValues, Output>(
  shell: FormShellProps<Input, Output>,
  onClose: () => void,
) {
  const [open, setOpen] = useState(true);
  const formElement = useRef<HTMLFormElement>(null);
  const submit = useSubmission(shell);
  const unsaved = useUnsavedChanges(shell.form);
  // What waits for a second person is on its way: there is nothing left to fill in.
  const forget = useEffectEvent(() => shell.form.reset(undefined, { keepValues: true }));
  const waits = waitingApproval(shell.submitError) !== null;
  useEffect(() => {
    if (waits) forget();
  }, [waits]);
  const close = () => unsaved.askBefore(() => setOpen(false));
  return {
    panel: {
      open: open && !waits,
      onOpenChange: (next: boolean) => {
        if (!next) close();
      },
      onOpenChangeComplete: (isOpen: boolean) => {
        if (!isOpen) onClose();
      },
    },
    initialFocus: () => firstControl(formElement.current),
    form: { ref: formElement, noValidate: true, onSubmit: submit },
    close,
    question: unsaved.dialog,
  };
}
