import { CheckIcon, CircleDotIcon, type LucideIcon, OctagonXIcon, TriangleAlertIcon } from "lucide-react";
import type * as React from "react";
import { cn } from "@/lib/cn.ts";

type AlertTone = "info" | "success" | "warning" | "danger";

const TONES: Record<AlertTone, { icon: LucideIcon; className: string }> = {
  info: { icon: CircleDotIcon, className: "bg-info-soft text-info-fg" },
  success: { icon: CheckIcon, className: "bg-success-soft text-success-fg" },
  warning: { icon: TriangleAlertIcon, className: "bg-warning-soft text-warning-fg" },
  danger: { icon: OctagonXIcon, className: "bg-danger-soft text-danger-fg" },
};

const ROLES = { assertive: "alert", polite: "status" };

type AlertProps = React.ComponentProps<"div"> & {
  tone?: AlertTone;
  /** How it is read out: at once, when there is a pause, or (without it) only in turn. */
  live?: "assertive" | "polite";
  action?: React.ReactNode;
  /** From edge to edge of the page, as a band. */
  band?: boolean;
};

/** A banner within the page. */
export function Alert({
  className,
  tone = "info",
  live,
  action,
  band = false,
  children,
  ...props
}: AlertProps) {
  const { icon: Icon, className: toneClass } = TONES[tone];
  return (
    <div
      data-slot="alert"
      role={live && ROLES[live]}
      className={cn(
        "flex gap-2 py-2 text-sm",
        action ? "items-center" : "items-start",
        band ? "px-(--page-px)" : "rounded-md px-3",
        toneClass,
        className,
      )}
      {...props}
    >
      {/* One line stands level with a button, which is higher; beside many lines the button stands at the top. */}
      <div className="flex min-w-0 flex-1 items-start gap-2 self-center">
        <Icon aria-hidden className={cn("size-4 shrink-0 stroke-[1.75]", !action && "mt-0.5")} />
        <div className="min-w-0 flex-1">{children}</div>
      </div>
      {action}
    </div>
  );
}
