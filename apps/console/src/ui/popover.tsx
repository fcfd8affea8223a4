import { Popover as BasePopover } from "@base-ui/react/popover";
import type * as React from "react";
import { cn } from "@/lib/cn.ts";
import { menuPopupClass } from "./menu-style.ts";

export const Popover = BasePopover.Root;

export const PopoverTrigger = (props: React.ComponentProps<typeof BasePopover.Trigger>) => (
  <BasePopover.Trigger data-slot="popover-trigger" {...props} />
);

type ContentProps = React.ComponentProps<typeof BasePopover.Popup> & {
  align?: "start" | "center" | "end";
  /** The landmark it belongs to; the body by default. */
  container?: HTMLElement | null;
};

/** What opens beside its trigger and is more than a choice: text, figures, several controls. */
export const PopoverContent = ({ className, align = "end", container, ...props }: ContentProps) => (
  <BasePopover.Portal container={container}>
    <BasePopover.Positioner className="z-50" sideOffset={4} align={align}>
      <BasePopover.Popup data-slot="popover-content" className={cn(menuPopupClass, className)} {...props} />
    </BasePopover.Positioner>
  </BasePopover.Portal>
);

export const PopoverTitle = ({ className, ...props }: React.ComponentProps<typeof BasePopover.Title>) => (
  <BasePopover.Title
    data-slot="popover-title"
    className={cn("text-sm font-semibold", className)}
    {...props}
  />
);
