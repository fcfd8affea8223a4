import type * as React from "react";
import { cn } from "@/lib/cn.ts";

export const Kbd = ({ className, ...props }: React.ComponentProps<"kbd">) => (
  <kbd
    data-slot="kbd"
    className={cn(
      "inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border bg-muted px-1 font-sans text-2xs text-muted-foreground",
      className,
    )}
    {...props}
  />
);
