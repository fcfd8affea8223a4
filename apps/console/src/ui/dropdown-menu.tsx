import { Menu } from "@base-ui/react/menu";
import { CheckIcon } from "lucide-react";
import type * as React from "react";
import { cn } from "@/lib/cn.ts";
import { menuItemClass, menuPopupClass } from "./popover.tsx";

export const DropdownMenu = Menu.Root;
export const DropdownMenuGroup = Menu.Group;
export const DropdownMenuRadioGroup = Menu.RadioGroup;

export const DropdownMenuTrigger = (props: React.ComponentProps<typeof Menu.Trigger>) => (
  <Menu.Trigger data-slot="dropdown-menu-trigger" {...props} />
);

type ContentProps = React.ComponentProps<typeof Menu.Popup> & {
  align?: "start" | "center" | "end";
  /** The landmark the menu belongs to; the body by default. */
  container?: HTMLElement | null;
};

export const DropdownMenuContent = ({ className, align = "end", container, ...props }: ContentProps) => (
  <Menu.Portal container={container}>
    <Menu.Positioner className="z-overlay" sideOffset={4} align={align}>
      <Menu.Popup
        data-slot="dropdown-menu-content"
        className={cn(menuPopupClass, className)}
        onFocus={goToFirstEntry}
        {...props}
      />
    </Menu.Positioner>
  </Menu.Portal>
);

/** A menu whose code came with the press begins open and knows of no key: by the keyboard it starts at its first entry too. */
function goToFirstEntry({ target, currentTarget, relatedTarget }: React.FocusEvent<HTMLElement>): void {
  const cameFromWithin = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
  if (target !== currentTarget || cameFromWithin || !currentTarget.matches(":focus-visible")) return;
  currentTarget.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")?.focus();
}

export const DropdownMenuLabel = ({ className, ...props }: React.ComponentProps<typeof Menu.GroupLabel>) => (
  <Menu.GroupLabel
    data-slot="dropdown-menu-label"
    className={cn("px-2 py-1 text-xs text-muted-foreground", className)}
    {...props}
  />
);

export const DropdownMenuItem = ({ className, ...props }: React.ComponentProps<typeof Menu.Item>) => (
  <Menu.Item data-slot="dropdown-menu-item" className={cn(menuItemClass, className)} {...props} />
);

export const DropdownMenuRadioItem = ({
  className,
  children,
  ...props
}: React.ComponentProps<typeof Menu.RadioItem>) => (
  <Menu.RadioItem
    data-slot="dropdown-menu-radio-item"
    className={cn(menuItemClass, "pr-2 pl-7", className)}
    {...props}
  >
    <Menu.RadioItemIndicator className="absolute left-2">
      <CheckIcon aria-hidden className="size-3.5" />
    </Menu.RadioItemIndicator>
    {children}
  </Menu.RadioItem>
);

export const DropdownMenuCheckboxItem = ({
  className,
  children,
  ...props
}: React.ComponentProps<typeof Menu.CheckboxItem>) => (
  <Menu.CheckboxItem
    data-slot="dropdown-menu-checkbox-item"
    className={cn(menuItemClass, "pr-2 pl-7", className)}
    {...props}
  >
    <Menu.CheckboxItemIndicator className="absolute left-2">
      <CheckIcon aria-hidden className="size-3.5" />
    </Menu.CheckboxItemIndicator>
    {children}
  </Menu.CheckboxItem>
);

export const DropdownMenuSeparator = () => (
  <Menu.Separator data-slot="dropdown-menu-separator" className="-mx-1 my-1 h-px bg-border" />
);
