import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { type RefObject, useEffect, useRef } from "react";
import { Toaster as Sonner, toast as sonner, useSonner } from "sonner";
import { usePreferences } from "@/lib/preferences.ts";
import { readToken, subscribe } from "@/lib/session.ts";
import { deliverToasts, type Toast } from "@/lib/toast.ts";
import { useClearBottom } from "./use-clear-bottom.ts";

const SUCCESS_MS = 4_000;
const UNDO_MS = 8_000;

export default function Toaster() {
  const { theme } = usePreferences();
  const { toasts } = useSonner();
  const bottom = useClearBottom(toasts.length > 0);
  const region = useRef<HTMLElement>(null);
  useEffect(() => deliverToasts(show), []);
  useEffect(() => subscribe(forgetLostSession), []);
  useStayWhileFocused(region);
  useGoneOnEscape();
  return (
    <Sonner
      ref={region}
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

const shown = new Map<string | number, Toast>();

function show(toast: Toast): void {
  const { kind, message, description, undo, action } = toast;
  const id = sonner[kind](message, {
    description,
    duration: toastDuration(toast),
    ...(undo && { action: { label: "Undo", onClick: undo } }),
    ...(action && { action: { label: action.label, onClick: action.run } }),
    onAutoClose: () => shown.delete(id),
    onDismiss: () => shown.delete(id),
  });
  shown.set(id, toast);
}

/** Once an admin has signed in again, it is over that the session was lost. */
function forgetLostSession(): void {
  if (readToken() === null) return;
  for (const [id, { message }] of shown)
    if (message === GENERAL_MESSAGES.unauthorizedUser) sonner.dismiss(id);
}

/** An error stays until it is closed: whoever looked away must still find it. */
const toastDuration = ({ kind, undo, action }: Toast): number =>
  kind === "error" ? Number.POSITIVE_INFINITY : undo || action ? UNDO_MS : SUCCESS_MS;

/** Escape takes what was said off the screen, where nothing else is closed by it. */
function useGoneOnEscape(): void {
  useEffect(() => {
    const dismiss = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !isAnythingOpen()) sonner.dismiss();
    };
    document.addEventListener("keydown", dismiss);
    return () => document.removeEventListener("keydown", dismiss);
  }, []);
}

const isAnythingOpen = () =>
  document.querySelector("[role=dialog],[role=alertdialog],[role=menu],[role=listbox]") !== null;

/** Sonner stops the clock of a toast under the pointer, not of one that has the focus: whoever tabs to it reads it too. */
function useStayWhileFocused(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current;
    const stay = () => setDurations(() => Number.POSITIVE_INFINITY);
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element?.contains(relatedTarget))) setDurations(toastDuration);
    };
    element?.addEventListener("focusin", stay);
    element?.addEventListener("focusout", leave);
    return () => {
      element?.removeEventListener("focusin", stay);
      element?.removeEventListener("focusout", leave);
    };
  }, [region]);
}

function setDurations(durationOfToast: (toast: Toast) => number): void {
  for (const { id } of sonner.getToasts()) {
    const toast = shown.get(id);
    if (toast) sonner[toast.kind](toast.message, { id, duration: durationOfToast(toast) });
  }
}
