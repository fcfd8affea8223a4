import { Tooltip, type TooltipTarget } from "@/ui/tooltip.tsx";

type DisabledControlProps = {
  /** The id that the control names as its description. */
  id: string;
  reason: string;
  children: TooltipTarget;
};

/** A control that may not be used, and why: on hover and focus, above whatever its table cuts off. */
export const DisabledControl = ({ id, reason, children }: DisabledControlProps) => (
  <>
    <Tooltip content={reason}>{children}</Tooltip>
    <span id={id} className="sr-only">
      {reason}
    </span>
  </>
);
