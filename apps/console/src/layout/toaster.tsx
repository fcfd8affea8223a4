import "sonner/dist/styles.css";
import { useEffect } from "react";
import { Toaster as Sonner, toast as sonner, useSonner } from "sonner";
import { usePreferences } from "@/lib/preferences.ts";
import { deliverToasts, type Toast } from "@/lib/toast.ts";
import { useClearBottom } from "./use-clear-bottom.ts";

const SUCCESS_MS = 4_000;
const UNDO_MS = 8_000;

export default function Toaster() {
  const { theme } = usePreferences();
  const { toasts } = useSonner();
  const bottom = useClearBottom(toasts.length > 0);
  useEffect(() => deliverToasts(show), []);
  return (
    <Sonner
      position="bottom-right"
      className="transition-[bottom]! duration-180!"
      offset={{ bottom }}
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
