import { Tooltip as BaseTooltip } from "@base-ui/react/tooltip";
import type * as React from "react";
import type { TooltipSide } from "./tooltip.tsx";

type TooltipPopupProps = {
  open: boolean;
  anchor: Element;
  side: TooltipSide;
  onClose: () => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  children: React.ReactNode;
};

/** What a tooltip shows, beside the element it explains. */
export default function TooltipPopup({
  open,
  anchor,
  side,
  onClose,
  children,
  ...pointer
}: TooltipPopupProps) {
  return (
    <BaseTooltip.Root
      open={open}
      onOpenChange={(next, { event }) => next || isWithin(anchor, event) || onClose()}
    >
      <BaseTooltip.Portal container={landmarkOf(anchor)}>
        <BaseTooltip.Positioner anchor={anchor} className="z-overlay" side={side} sideOffset={6}>
          <BaseTooltip.Popup
            data-slot="tooltip-content"
            className="max-w-72 rounded-md border bg-popover px-2 py-1 text-xs text-popover-foreground shadow-popover transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0"
            {...pointer}
          >
            {children}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}

/** What is said stands in the page, as all that is; of what lies over the page in the body, which it would be hidden with. */
const landmarkOf = (anchor: Element): HTMLElement | undefined =>
  anchor.closest("[role=dialog], [role=alertdialog]") === null
    ? (document.getElementById("page") ?? undefined)
    : undefined;

/** A press on the element itself is no press elsewhere; what it means the element says. */
const isWithin = (anchor: Element, { type, target }: Event): boolean =>
  /^(pointer|mouse|touch|click)/.test(type) && target instanceof Node && anchor.contains(target);
