import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import type * as React from "react";
import { cn } from "@/lib/cn.ts";

export const Dialog = BaseDialog.Root;
export const DialogClose = BaseDialog.Close;

export const overlayClass =
  "fixed inset-0 z-overlay bg-overlay transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0";

export const centredPopupClass =
  "fixed top-[12vh] left-1/2 z-overlay flex max-h-[80vh] w-[calc(100vw-2rem)] -translate-x-1/2 flex-col rounded-xl border bg-popover text-base text-popover-foreground shadow-popover outline-none transition-[opacity,scale] duration-180 ease-out-quint data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0";

const WIDTHS = { small: "max-w-sm", default: "max-w-lg", wide: "max-w-2xl" };

type DialogContentProps = React.ComponentProps<typeof BaseDialog.Popup> & {
  width?: keyof typeof WIDTHS;
  /** What is behind it can not be seen. */
  isCover?: boolean;
};

export const DialogContent = ({
  className,
  width = "default",
  isCover = false,
  ...props
}: DialogContentProps) => (
  <BaseDialog.Portal>
    <BaseDialog.Backdrop forceRender className={cn(overlayClass, isCover && "bg-background")} />
    <BaseDialog.Popup
      data-slot="dialog-content"
      className={cn(centredPopupClass, WIDTHS[width], className)}
      {...props}
    />
  </BaseDialog.Portal>
);

// No header element: beside the page's own, which stays readable while it announces something, it would be a second banner.
export const DialogHeader = ({ className, ...props }: React.ComponentProps<"div">) => (
  <div data-slot="dialog-header" className={cn("grid gap-1 px-5 pt-4 pb-3", className)} {...props} />
);

export const DialogTitle = ({ className, ...props }: React.ComponentProps<typeof BaseDialog.Title>) => (
  <BaseDialog.Title
    data-slot="dialog-title"
    className={cn("text-lg font-semibold tracking-[-0.01em]", className)}
    {...props}
  />
);

export const DialogDescription = ({
  className,
  ...props
}: React.ComponentProps<typeof BaseDialog.Description>) => (
  <BaseDialog.Description
    data-slot="dialog-description"
    className={cn("text-sm text-muted-foreground", className)}
    {...props}
  />
);

export const DialogBody = ({ className, ...props }: React.ComponentProps<"div">) => (
  <div data-slot="dialog-body" className={cn("grid gap-4 overflow-y-auto px-5 py-3", className)} {...props} />
);

export const DialogFooter = ({ className, ...props }: React.ComponentProps<"footer">) => (
  <footer
    data-slot="dialog-footer"
    className={cn("flex items-center justify-end gap-2 border-t px-5 py-3", className)}
    {...props}
  />
);
