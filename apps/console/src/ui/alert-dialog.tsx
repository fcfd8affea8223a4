import { AlertDialog as BaseAlertDialog } from "@base-ui/react/alert-dialog";
import type * as React from "react";
import { useRef } from "react";
import { useOnline } from "@/lib/use-online.ts";
import { Alert } from "./alert.tsx";
import { Button, buttonVariants } from "./button.tsx";
import { centredPopupClass, overlayClass } from "./dialog.tsx";

export type AlertDialogProps = {
  /** Mostly it is there only while it asks. */
  open?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
  title: React.ReactNode;
  children?: React.ReactNode;
  /** A verb that says what will happen: "Discard", "Delete note". */
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  pending?: boolean;
  /** Why it can not be confirmed yet. */
  confirmDisabledReason?: string | null;
  /** The answer sends nothing, or asks for the outcome of what was sent. */
  worksOffline?: boolean;
  /** Where the focus starts: on the harmless answer when the other cannot be taken back. */
  focus?: "confirm" | "cancel";
};

const NOT_SENT = "Not sent. You are offline.";

/** Asks one question that must be answered. Esc is the harmless answer. */
export function AlertDialog({
  open = true,
  onCancel,
  onConfirm,
  title,
  children,
  confirmLabel,
  cancelLabel = "Cancel",
  destructive = false,
  pending = false,
  confirmDisabledReason = null,
  worksOffline = false,
  focus = "confirm",
}: AlertDialogProps) {
  const isOnline = useOnline();
  const notSent = isOnline || worksOffline || pending ? null : NOT_SENT;
  const cancelButton = useRef<HTMLButtonElement>(null);
  const confirmButton = useRef<HTMLButtonElement>(null);
  return (
    <BaseAlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !pending) onCancel();
      }}
    >
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop forceRender className={overlayClass} />
        <BaseAlertDialog.Popup
          data-slot="alert-dialog-content"
          className={`${centredPopupClass} max-w-sm`}
          initialFocus={focus === "cancel" ? cancelButton : confirmButton}
        >
          <div className="grid min-h-0 gap-1.5 overflow-y-auto px-5 pt-4 pb-4">
            <BaseAlertDialog.Title className="text-lg font-semibold tracking-[-0.01em]">
              {title}
            </BaseAlertDialog.Title>
            {children && (
              <BaseAlertDialog.Description className="text-sm text-muted-foreground" render={<div />}>
                {children}
              </BaseAlertDialog.Description>
            )}
            {notSent !== null && (
              <Alert tone="warning" live="assertive">
                {notSent}
              </Alert>
            )}
          </div>
          <footer className="flex shrink-0 justify-end gap-2 border-t px-5 py-3">
            <BaseAlertDialog.Close ref={cancelButton} className={buttonVariants()}>
              {cancelLabel}
            </BaseAlertDialog.Close>
            <Button
              ref={confirmButton}
              variant={destructive ? "destructive" : "primary"}
              pending={pending}
              disabledReason={notSent ?? confirmDisabledReason}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </footer>
        </BaseAlertDialog.Popup>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  );
}
