import { lazy, type ReactElement, type ReactNode, Suspense } from "react";

/** Fetched beside the page: it is there before anyone points at a control, and the page does not wait for it. */
const loading = import("@/ui/tooltip.tsx").then((module) => ({ default: module.Tooltip }));
const Tooltip = lazy(() => loading);

type LateTooltipProps = {
  content: ReactNode;
  side?: "top" | "right";
  children: ReactElement<Record<string, unknown>>;
};

/** A tooltip for pages that would not have its code otherwise. */
export const LateTooltip = ({ children, ...tooltip }: LateTooltipProps) => (
  <Suspense fallback={children}>
    <Tooltip {...tooltip}>{children}</Tooltip>
  </Suspense>
);
