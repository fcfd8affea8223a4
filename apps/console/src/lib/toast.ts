import { stored } from "./stored.ts";

export type ToastKind = "success" | "info" | "error";

export type ToastOptions = {
  description?: string;
  /** Offered for eight seconds; the success it belongs to can then still be taken back. */
  undo?: () => void;
  /** Where to see what it is about, offered as long. */
  action?: { label: string; run: () => void };
};

export type Toast = { kind: ToastKind; message: string } & ToastOptions;

const waiting = stored<readonly Toast[]>([]);
let deliver: ((toast: Toast) => void) | null = null;

/**
 * Says a result at the edge of the screen. The toaster itself is loaded with the first message, and what was
 * said before it was ready is kept for it.
 */
export const toast = {
  success: (message: string, options?: ToastOptions) => say({ kind: "success", message, ...options }),
  info: (message: string, options?: ToastOptions) => say({ kind: "info", message, ...options }),
  error: (message: string, options?: ToastOptions) => say({ kind: "error", message, ...options }),
};

/** Messages nobody has shown yet; the outlet loads the toaster while there are any. */
export const waitingToasts = waiting;

/** Hands over what waits and all that follows, until the returned function is called. */
export function deliverToasts(show: (toast: Toast) => void): () => void {
  deliver = show;
  for (const each of waiting.get()) show(each);
  waiting.set([]);
  return () => {
    deliver = null;
  };
}

function say(each: Toast): void {
  if (deliver) deliver(each);
  else waiting.set([...waiting.get(), each]);
}
