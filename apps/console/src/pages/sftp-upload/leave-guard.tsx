import { useEffect, useRef, useState } from "react";
import { guardUnsavedChanges } from "@/lib/unsaved-changes.ts";
import { AlertDialog } from "@/ui/alert-dialog.tsx";

/** While files are on their way, leaving the page asks first. */
export function LeaveGuard() {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const release = useRef<(() => void) | null>(null);
  useEffect(() => {
    release.current = guardUnsavedChanges((go) => setLeave(() => go));
    return () => letGo(release);
  }, []);
  if (leave === null) return null;
  return (
    <AlertDialog
      title="Leave and cancel the upload?"
      worksOffline
      confirmLabel="Leave"
      cancelLabel="Stay"
      focus="cancel"
      destructive
      onConfirm={() => {
        letGo(release);
        leave();
      }}
      onCancel={() => setLeave(null)}
    >
      Uploads in progress will be cancelled.
    </AlertDialog>
  );
}

/** The way is open before it is taken. */
function letGo(release: { current: (() => void) | null }): void {
  release.current?.();
  release.current = null;
}
