import { type ComponentType, lazy, Suspense, useState, useSyncExternalStore } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { type Toast, waitingToasts } from "@/lib/toast.ts";
import { Alert } from "@/ui/alert.tsx";

const LateToaster = lazy(() => import("./toaster.tsx"));

/**
 * Loads the toaster with the first message. Shows the messages without the toaster if it fails to load. An open dialog hides the page
 * from screen readers, except elements with `aria-live`: this keeps Undo in their reach.
 */
export function ToastOutlet({ toaster: Toaster = LateToaster }: { toaster?: ComponentType }) {
  const waiting = useSyncExternalStore(waitingToasts.subscribe, waitingToasts.get);
  const [needed, setNeeded] = useState(false);
  if (waiting.length > 0 && !needed) setNeeded(true);
  return (
    <div aria-live="off">
      <ErrorBoundary fallback={<PlainMessages messages={waiting} />}>
        <Suspense fallback={null}>{needed && <Toaster />}</Suspense>
      </ErrorBoundary>
    </div>
  );
}

const PlainMessages = ({ messages }: { messages: readonly Toast[] }) => (
  <div className="fixed right-4 bottom-4 z-toast grid w-80 gap-2">
    {[...new Set(messages.map(inOneText))].map((text) => (
      <Alert key={text} live="polite" className="shadow-popover">
        {text}
      </Alert>
    ))}
  </div>
);

const inOneText = ({ message, description }: Toast): string =>
  description ? `${message} ${description}` : message;
