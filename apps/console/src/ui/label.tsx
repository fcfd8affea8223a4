import type * as React from "react";
import { cn } from "@/lib/cn.ts";

type LabelProps = React.ComponentProps<"label"> & { htmlFor: string };

export const Label = ({ htmlFor, className, ...props }: LabelProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the required htmlFor names the control.
  <label data-slot="label" htmlFor={htmlFor} className={cn("text-sm font-medium", className)} {...props} />
);
