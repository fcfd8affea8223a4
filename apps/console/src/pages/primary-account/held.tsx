import { Tooltip, type TooltipTarget } from "@/ui/tooltip.tsx";

type HeldProps = {
  /** The id that the control names as its description. */
  id: string;
  reason: string;
  children: TooltipTarget;
};

/** A control that may not be used, and why: on hover and focus, above whatever its table cuts off. */
export const Held = ({ id, reason, children }: HeldProps) => (
  <>
    <Tooltip content={reason}>{children}</Tooltip>
    <span id={id} className="sr-only">
      {reason}
    </span>
  </>
);
