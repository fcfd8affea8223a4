import { type ReactNode, useLayoutEffect, useState } from "react";
import { guardUnsavedChanges } from "@/lib/unsaved-changes.ts";
import { AlertDialog } from "@/ui/alert-dialog.tsx";

/** Asks before links, Back or closing the tab take away a list that was changed. The question is to be rendered. */
export function useReviewGuard(isChanged: boolean): ReactNode {
  const [held, setHeld] = useState<(() => void) | null>(null);
  const [isReleased, setReleased] = useState(false);
  const isGuarded = isChanged && !isReleased;
  useLayoutEffect(
    () => (isGuarded ? guardUnsavedChanges((leave) => setHeld(() => leave)) : undefined),
    [isGuarded],
  );
  // The way is open once the guard is gone.
  useLayoutEffect(() => {
    if (isReleased) held?.();
  }, [isReleased, held]);
  if (held === null || isReleased) return null;
  return (
    <AlertDialog
      title="Discard changes?"
      worksOffline
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      focus="cancel"
      destructive
      onConfirm={() => setReleased(true)}
      onCancel={() => setHeld(null)}
    >
      Your changes to the list have not been sent.
    </AlertDialog>
  );
}
