import { Popover as BasePopover } from "@base-ui/react/popover";
import type * as React from "react";
import { cn } from "@/lib/cn.ts";

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
    <BasePopover.Positioner className="z-overlay" sideOffset={4} align={align}>
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

/** What opens above the page to be chosen from looks the same, be it a menu or a select. */
export const menuPopupClass =
  "min-w-40 origin-(--transform-origin) rounded-lg border bg-popover p-1 text-popover-foreground shadow-popover outline-none transition-[opacity,scale] duration-120 ease-out-quint data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0";

export const menuItemClass =
  "relative flex min-h-7 cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-accent data-highlighted:text-accent-foreground [&_svg]:size-4 [&_svg]:stroke-[1.75]";
