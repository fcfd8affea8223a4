import { cva, type VariantProps } from "class-variance-authority";
import type * as React from "react";
import { type ReactNode, useId, useRef } from "react";
import { cn } from "@/lib/cn.ts";
import { Spinner } from "./progress.tsx";

export const buttonVariants = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors duration-120 disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]",
  {
    variants: {
      variant: {
        primary: "bg-primary text-primary-foreground hover:bg-primary/92",
        secondary: "border border-input bg-card text-secondary-foreground hover:bg-accent",
        ghost: "text-foreground hover:bg-accent hover:text-accent-foreground",
        destructive: "bg-destructive text-destructive-foreground hover:bg-destructive/90",
        link: "text-link underline-offset-4 hover:underline",
      },
      size: {
        default: "h-(--control-h) px-3 text-sm",
        small: "h-(--control-h-sm) px-2 text-xs",
        icon: "size-(--control-h)",
        "icon-small": "size-(--control-h-sm)",
      },
    },
    defaultVariants: { variant: "secondary", size: "default" },
  },
);

export type ButtonProps = React.ComponentProps<"button"> &
  VariantProps<typeof buttonVariants> & {
    /** The action is under way: the label stays, a spinner joins it, a second click does nothing. */
    pending?: boolean | undefined;
    /** Why the action is not to be had now. The button stays reachable, so that the reason can be read. */
    disabledReason?: string | null | undefined;
  };

export function Button({
  className,
  variant,
  size,
  pending = false,
  disabledReason = null,
  type = "button",
  onClick,
  children,
  ...props
}: ButtonProps) {
  const reasonId = useReasonId(disabledReason);
  const isDisabled = pending || disabledReason !== null;
  const isHeld = useRef(false);
  const press = (event: React.MouseEvent<HTMLButtonElement>) => {
    if (isDisabled || isHeld.current) return event.preventDefault();
    onClick?.(event);
    // What opens and closes a part of the page sends nothing.
    if (props["aria-expanded"] !== undefined) return;
    isHeld.current = true;
    // React shows `pending` a task after the fields are checked: until then a second click is the same one.
    setTimeout(() => setTimeout(() => (isHeld.current = false)));
  };
  const button = (
    <button
      data-slot="button"
      type={type}
      aria-busy={pending || undefined}
      aria-disabled={isDisabled || undefined}
      aria-describedby={reasonId}
      className={cn(buttonVariants({ variant, size }), className)}
      onClick={press}
      {...props}
    >
      {pending && <Spinner />}
      {children}
    </button>
  );
  if (disabledReason === null) return button;
  return (
    <DisabledReason id={reasonId} reason={disabledReason}>
      {button}
    </DisabledReason>
  );
}

type DisabledReasonProps = { id: string | undefined; reason: string; children: ReactNode };

/** Shows on hover and focus why the control inside may not be used; the control names `id` as its description. */
export function DisabledReason({ id, reason, children }: DisabledReasonProps) {
  return (
    <span data-slot="disabled-reason" className="group/reason relative inline-flex">
      {children}
      <span
        id={id}
        role="tooltip"
        className="pointer-events-none invisible absolute top-full right-0 z-overlay mt-1.5 in-[footer]:top-auto in-[footer]:bottom-full in-[footer]:mt-0 in-[footer]:mb-1.5 w-max max-w-64 rounded-md border bg-popover px-2 py-1 text-left text-xs font-normal whitespace-normal text-popover-foreground shadow-popover group-focus-within/reason:visible group-hover/reason:visible"
      >
        {reason}
      </span>
    </span>
  );
}

/** An id for the reason's text, while there is a reason. */
export function useReasonId(reason: string | null | undefined): string | undefined {
  const id = useId();
  return reason ? id : undefined;
}
