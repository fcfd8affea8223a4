import type * as React from "react";
import { cn } from "@/lib/cn.ts";

export const cardClass = "rounded-lg border bg-card text-card-foreground";

export const Card = ({ className, ...props }: React.ComponentProps<"div">) => (
  <div data-slot="card" className={cn(cardClass, className)} {...props} />
);
