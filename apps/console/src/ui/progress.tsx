import { LoaderCircleIcon } from "lucide-react";
import type * as React from "react";
import { cn } from "@/lib/cn.ts";

export const Skeleton = ({ className, ...props }: React.ComponentProps<"div">) => (
  <div
    data-slot="skeleton"
    aria-hidden
    className={cn("min-h-3 animate-pulse rounded-sm bg-muted", className)}
    {...props}
  />
);

export const Spinner = ({ className = "size-4" }: { className?: string }) => (
  <LoaderCircleIcon data-slot="spinner" aria-hidden className={cn("animate-spin", className)} />
);

/** Two pixels at the top edge: what is shown is being fetched again. */
export const ProgressLine = () => (
  <output
    data-slot="progress-line"
    aria-label="Refreshing"
    className="absolute inset-x-0 top-0 z-edge h-0.5 overflow-hidden rounded-t-lg"
  >
    <div className="h-full w-full animate-progress-line bg-primary" />
  </output>
);
