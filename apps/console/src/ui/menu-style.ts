/** What opens above the page to be chosen from looks the same, be it a menu or a select. */
export const menuPopupClass =
  "min-w-40 origin-(--transform-origin) rounded-lg border bg-popover p-1 text-popover-foreground shadow-popover outline-none transition-[opacity,scale] duration-120 ease-out-quint data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0";

export const menuItemClass =
  "relative flex min-h-7 cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-accent data-highlighted:text-accent-foreground [&_svg]:size-4 [&_svg]:stroke-[1.75]";
