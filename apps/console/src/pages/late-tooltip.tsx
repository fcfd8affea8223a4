import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import type { Tooltip } from "@/ui/tooltip.tsx";

let loaded: typeof Tooltip | null = null;
/** Fetched beside the page: it is there before the rows are, and the page does not wait for it. */
const loading = import("@/ui/tooltip.tsx").then((module) => (loaded = module.Tooltip));

type LateTooltipProps = {
  content: ReactNode;
  side?: "top" | "right";
  children: ReactElement<Record<string, unknown>>;
};

/**
 * A tooltip for pages that would not have its code otherwise. Not by Suspense, which would put each control on the page
 * twice, one after the other, and so take the focus from it.
 */
export function LateTooltip({ children, ...tooltip }: LateTooltipProps) {
  const [Loaded, setLoaded] = useState(() => loaded);
  useEffect(() => {
    if (Loaded === null) void loading.then((found) => setLoaded(() => found));
  }, [Loaded]);
  return Loaded ? <Loaded {...tooltip}>{children}</Loaded> : children;
}
