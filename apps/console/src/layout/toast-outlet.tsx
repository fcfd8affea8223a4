import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { waitingToasts } from "@/lib/toast.ts";

const Toaster = lazy(() => import("./toaster.tsx"));

/** Loads the toaster with the first message there is. */
export function ToastOutlet() {
  const waiting = useSyncExternalStore(waitingToasts.subscribe, waitingToasts.get);
  const [needed, setNeeded] = useState(false);
  if (waiting.length > 0 && !needed) setNeeded(true);
  return <Suspense fallback={null}>{needed && <Toaster />}</Suspense>;
}
