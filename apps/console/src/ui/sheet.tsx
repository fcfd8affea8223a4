import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { XIcon } from "lucide-react";
import type * as React from "react";
import { cn } from "@/lib/cn.ts";
import { buttonVariants } from "./button.tsx";
import { DialogTitle, overlayClass } from "./dialog.tsx";

export const Sheet = BaseDialog.Root;

const SIDES = {
  left: "left-0 border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full",
  right: "right-0 border-l data-ending-style:translate-x-full data-starting-style:translate-x-full",
};

type SheetContentProps = React.ComponentProps<typeof BaseDialog.Popup> & {
  width?: "default" | "wide";
  side?: "left" | "right";
};

/** A panel at an edge, mostly the right one: a dialog for what is too long for a dialog. */
export const SheetContent = ({
  className,
  width = "default",
  side = "right",
  ...props
}: SheetContentProps) => (
  <BaseDialog.Portal>
    <BaseDialog.Backdrop className={overlayClass} />
    <BaseDialog.Popup
      data-slot="sheet-content"
      className={cn(
        "fixed inset-y-0 z-overlay flex w-full flex-col bg-popover text-base text-popover-foreground shadow-popover outline-none transition-transform duration-180 ease-out-quint",
        SIDES[side],
        width === "wide" ? "max-w-4xl" : "max-w-lg",
        className,
      )}
      {...props}
    />
  </BaseDialog.Portal>
);

type SheetHeaderProps = { title: React.ReactNode; description?: React.ReactNode };

export const SheetHeader = ({ title, description }: SheetHeaderProps) => (
  <div data-slot="sheet-header" className="flex items-start justify-between gap-4 border-b px-5 py-3">
    <div className="grid gap-0.5">
      <DialogTitle>{title}</DialogTitle>
      {description && (
        <BaseDialog.Description className="text-sm text-muted-foreground">
          {description}
        </BaseDialog.Description>
      )}
    </div>
    <BaseDialog.Close aria-label="Close" className={buttonVariants({ variant: "ghost", size: "icon-small" })}>
      <XIcon />
    </BaseDialog.Close>
  </div>
);

export const SheetBody = ({ className, ...props }: React.ComponentProps<"div">) => (
  <div
    data-slot="sheet-body"
    className={cn("flex flex-1 flex-col gap-4 overflow-y-auto px-5 py-4", className)}
    {...props}
  />
);

export const SheetFooter = ({ className, ...props }: React.ComponentProps<"footer">) => (
  <footer
    data-slot="sheet-footer"
    className={cn("flex items-center justify-end gap-2 border-t px-5 py-3", className)}
    {...props}
  />
);
