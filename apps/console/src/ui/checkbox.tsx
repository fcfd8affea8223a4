import { Checkbox as BaseCheckbox } from "@base-ui/react/checkbox";
import { CheckIcon, MinusIcon } from "lucide-react";
import type * as React from "react";
import { cn } from "@/lib/cn.ts";

export const Checkbox = ({ className, ...props }: React.ComponentProps<typeof BaseCheckbox.Root>) => (
  <BaseCheckbox.Root
    data-slot="checkbox"
    className={cn(
      "group/checkbox relative grid size-4 shrink-0 place-items-center rounded-sm border border-input bg-card after:absolute after:-inset-1 aria-invalid:border-danger data-checked:border-primary data-checked:bg-primary data-indeterminate:border-primary data-indeterminate:bg-primary data-disabled:cursor-not-allowed data-disabled:opacity-50 data-readonly:cursor-not-allowed data-readonly:opacity-60",
      className,
    )}
    {...props}
  >
    <BaseCheckbox.Indicator className="text-primary-foreground">
      <CheckIcon className="size-3 stroke-3 group-data-indeterminate/checkbox:hidden" />
      <MinusIcon className="hidden size-3 stroke-3 group-data-indeterminate/checkbox:block" />
    </BaseCheckbox.Indicator>
  </BaseCheckbox.Root>
);

/** The browser's own radio button, in the colours of the theme. */
export const radioClass =
  "size-4 shrink-0 appearance-none rounded-full border border-input bg-card checked:border-[5px] checked:border-primary disabled:cursor-not-allowed disabled:border-border disabled:bg-muted";
