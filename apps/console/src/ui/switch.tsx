import { Switch as BaseSwitch } from "@base-ui/react/switch";
import type * as React from "react";
import { cn } from "@/lib/cn.ts";
import { Spinner } from "./progress.tsx";

type SwitchProps = React.ComponentProps<typeof BaseSwitch.Root> & {
  /** The change is on its way: the thumb already stands where it was moved to, and spins. */
  pending?: boolean;
};

export const Switch = ({ className, pending = false, ...props }: SwitchProps) => (
  <BaseSwitch.Root
    data-slot="switch"
    aria-busy={pending || undefined}
    readOnly={pending || undefined}
    className={cn(
      "relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-input bg-muted p-0.5 transition-colors duration-120 after:absolute after:-inset-y-1 after:inset-x-0 data-checked:border-primary data-checked:bg-primary data-disabled:cursor-not-allowed data-disabled:opacity-50",
      className,
    )}
    {...props}
  >
    <BaseSwitch.Thumb className="grid size-3.5 place-items-center rounded-full bg-border-strong transition-transform duration-180 ease-out-quint data-checked:translate-x-4 data-checked:bg-primary-foreground">
      {pending && <Spinner className="size-3 text-primary" />}
    </BaseSwitch.Thumb>
  </BaseSwitch.Root>
);
