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
