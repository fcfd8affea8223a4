import { lazy, Suspense } from "react";
import { ErrorBoundary } from "react-error-boundary";
import type { AlertDialogProps } from "@/ui/alert-dialog.tsx";

/** Fetches the dialog's code ahead: when the pointer or the focus comes to the button that will ask. */
export const loadQuestion = () =>
  import("@/ui/alert-dialog.tsx").then(({ AlertDialog }) => ({ default: AlertDialog }));

const AlertDialog = lazy(loadQuestion);

/**
 * A question over the page whose code the page does not wait for. It is asked while it is rendered. Where its code is
 * gone the page stays as it is, and the banner says why.
 */
export const Question = (props: Omit<AlertDialogProps, "open">) => (
  <ErrorBoundary fallback={null}>
    <Suspense fallback={null}>
      <AlertDialog open {...props} />
    </Suspense>
  </ErrorBoundary>
);
