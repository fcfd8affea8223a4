import type * as React from "react";
import { cn } from "@/lib/cn.ts";
import { inputClass } from "./input.tsx";

export const Textarea = ({ className, ...props }: React.ComponentProps<"textarea">) => (
  <textarea
    data-slot="textarea"
    className={cn(inputClass, "field-sizing-content min-h-24 py-2", className)}
    {...props}
  />
);
