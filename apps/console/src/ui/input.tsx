import type * as React from "react";
import { cn } from "@/lib/cn.ts";

export const inputClass =
  "w-full min-w-0 rounded-md border border-input bg-card px-2.5 text-base text-foreground transition-colors duration-120 placeholder:text-subtle-foreground hover:border-border-strong focus-visible:border-ring focus-visible:outline-offset-0 [&[readonly]]:bg-muted disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground aria-invalid:border-danger";

export const Input = ({ className, type = "text", ...props }: React.ComponentProps<"input">) => (
  <input data-slot="input" type={type} className={cn(inputClass, "h-(--control-h)", className)} {...props} />
);

type LabelProps = React.ComponentProps<"label"> & { htmlFor: string };

export const Label = ({ htmlFor, className, ...props }: LabelProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the required htmlFor names the control.
  <label data-slot="label" htmlFor={htmlFor} className={cn("text-sm font-medium", className)} {...props} />
);

export const Textarea = ({ className, ...props }: React.ComponentProps<"textarea">) => (
  <textarea
    data-slot="textarea"
    className={cn(inputClass, "field-sizing-content min-h-24 py-2", className)}
    {...props}
  />
);
