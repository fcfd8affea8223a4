import type { ReactElement } from "react";
import { LateTooltip } from "../late-tooltip.tsx";

type HeldProps = {
  /** The id that the control names as its description. */
  id: string;
  reason: string;
  children: ReactElement<Record<string, unknown>>;
};

/** A control that may not be used, and why: on hover and focus, above whatever its table cuts off. */
export const Held = ({ id, reason, children }: HeldProps) => (
  <>
    <LateTooltip content={reason}>{children}</LateTooltip>
    <span id={id} className="sr-only">
      {reason}
    </span>
  </>
);
