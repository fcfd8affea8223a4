import { lazy, Suspense } from "react";
import type { AlertDialogProps } from "@/ui/alert-dialog.tsx";

/** Fetches the dialog's code ahead: when the pointer or the focus comes to the button that will ask. */
export const loadQuestion = () =>
  import("@/ui/alert-dialog.tsx").then(({ AlertDialog }) => ({ default: AlertDialog }));

const AlertDialog = lazy(loadQuestion);

/** A question over the page whose code the page does not wait for. It is asked while it is rendered. */
export const Question = (props: Omit<AlertDialogProps, "open">) => (
  <Suspense fallback={null}>
    <AlertDialog open {...props} />
  </Suspense>
);
