import { lazy, Suspense, useState } from "react";
import { Button } from "@/ui/button.tsx";
import type { ExportScope } from "./export-dialog.tsx";

const ExportDialog = lazy(() => import("./export-dialog.tsx"));

type ExportMenuProps = {
  label: string;
  disabledReason: string | null;
  /** Whether a file is being made. */
  pending: boolean;
  /** What can be exported, the usual scope first. */
  scopes: readonly [ExportScope, ...ExportScope[]];
  size?: "small" | undefined;
};

/** The button of an export: what the file will hold is said before it is made. */
export function ExportMenu({ label, disabledReason, pending, scopes, size }: ExportMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size={size} disabledReason={disabledReason} pending={pending} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExportDialog scopes={scopes} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
