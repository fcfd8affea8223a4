import { lazy, type ReactElement, Suspense } from "react";

/** Fetched beside the page: it is there before anyone points at a control, and the page does not wait for it. */
const loading = import("@/ui/tooltip.tsx").then((module) => ({ default: module.Tooltip }));
const Tooltip = lazy(() => loading);

type HeldProps = {
  /** The id that the control names as its description. */
  id: string;
  reason: string;
  children: ReactElement<Record<string, unknown>>;
};

/** A control that may not be used, and why: on hover and focus, above whatever its table cuts off. */
export const Held = ({ id, reason, children }: HeldProps) => (
  <>
    <Suspense fallback={children}>
      <Tooltip content={reason}>{children}</Tooltip>
    </Suspense>
    <span id={id} className="sr-only">
      {reason}
    </span>
  </>
);
