import type * as React from "react";
import { cn } from "@/lib/cn.ts";

export const Separator = ({ className, ...props }: React.ComponentProps<"hr">) => (
  <hr data-slot="separator" className={cn("h-px border-0 bg-border", className)} {...props} />
);
