import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { guardUnsavedChanges } from "@/lib/unsaved-changes.ts";
import { AlertDialog } from "@/ui/alert-dialog.tsx";

type Leave = () => void;

type UnsavedChanges = {
  /** Runs `leave` at once, or after "Discard changes?" when something was changed. */
  askBefore: (leave: Leave) => void;
  /** To be rendered inside the shell, so that it lies above it. */
  dialog: ReactNode;
};

/** Guards a form: Cancel, Esc, links, Back and closing the tab ask before changes are lost. */
export function useUnsavedChanges<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
): UnsavedChanges {
  const [held, setHeld] = useState<Leave | null>(null);
  const release = useRef<(() => void) | null>(null);
  const { subscribe } = form;

  const follow = useCallback((isDirty: boolean) => {
    if (isDirty) release.current ??= guardUnsavedChanges((leave) => setHeld(() => leave));
    else {
      release.current?.();
      release.current = null;
    }
  }, []);

  const { isDirty } = form.formState;
  useLayoutEffect(() => follow(isDirty), [follow, isDirty]);
  // A reset must open the way at once, not with the next render: what saves often leaves in the same breath.
  useEffect(
    () => subscribe({ formState: { isDirty: true }, callback: (state) => follow(state.isDirty === true) }),
    [subscribe, follow],
  );
  useLayoutEffect(() => () => follow(false), [follow]);

  const discard = () => {
    follow(false);
    held?.();
    setHeld(null);
  };

  return {
    askBefore: (leave) => {
      if (release.current) setHeld(() => leave);
      else leave();
    },
    dialog: (
      <AlertDialog
        open={held !== null}
        title="Discard changes?"
        worksOffline
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        focus="cancel"
        destructive
        onConfirm={discard}
        onCancel={() => setHeld(null)}
      >
        Your entries have not been saved.
      </AlertDialog>
    ),
  };
}
