import "sonner/dist/styles.css";
import { useEffect } from "react";
import { Toaster as Sonner, toast as sonner } from "sonner";
import { usePreferences } from "@/lib/preferences.ts";
import { deliverToasts, type Toast } from "@/lib/toast.ts";

const SUCCESS_MS = 4_000;
const UNDO_MS = 8_000;
/** The buttons of drawers stand in the same corner, and an error stays: none may lie over them. */
const ABOVE_FOOTERS_PX = 72;

export default function Toaster() {
  const { theme } = usePreferences();
  useEffect(() => deliverToasts(show), []);
  return (
    <Sonner
      position="bottom-right"
      offset={{ bottom: ABOVE_FOOTERS_PX }}
      theme={theme}
      visibleToasts={3}
      closeButton
      toastOptions={{
        classNames: {
          toast:
            "rounded-lg! border! border-border! bg-popover! text-popover-foreground! shadow-popover! font-sans!",
          description: "text-muted-foreground!",
          actionButton: "bg-primary! text-primary-foreground!",
        },
      }}
    />
  );
}

function show({ kind, message, description, undo, action }: Toast): void {
  sonner[kind](message, {
    description,
    // An error stays until it is closed: whoever looked away must still find it.
    duration: kind === "error" ? Number.POSITIVE_INFINITY : undo || action ? UNDO_MS : SUCCESS_MS,
    ...(undo && { action: { label: "Undo", onClick: undo } }),
    ...(action && { action: { label: action.label, onClick: action.run } }),
  });
}
