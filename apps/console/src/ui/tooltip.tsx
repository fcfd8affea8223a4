import { Tooltip as BaseTooltip } from "@base-ui/react/tooltip";
import type * as React from "react";

type TooltipProps = {
  content: React.ReactNode;
  /** The element that is explained; it must be able to take the focus. */
  children: React.ReactElement<Record<string, unknown>>;
  side?: "top" | "bottom" | "left" | "right";
};

export const Tooltip = ({ content, children, side = "top" }: TooltipProps) => (
  <BaseTooltip.Root>
    <BaseTooltip.Trigger render={children} delay={300} />
    <BaseTooltip.Portal>
      <BaseTooltip.Positioner className="z-50" side={side} sideOffset={6}>
        <BaseTooltip.Popup
          data-slot="tooltip-content"
          className="max-w-72 rounded-md border bg-popover px-2 py-1 text-xs text-popover-foreground shadow-popover transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          {content}
        </BaseTooltip.Popup>
      </BaseTooltip.Positioner>
    </BaseTooltip.Portal>
  </BaseTooltip.Root>
);
