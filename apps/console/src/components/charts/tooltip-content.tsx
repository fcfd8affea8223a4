import { DefaultTooltipContent, type TooltipContentProps } from "recharts";

/**
 * What a tooltip of a chart says, while it says anything: it is a live region, and what holds one is not hidden from screen readers
 * behind a dialog.
 */
export const tooltipContent = (props: TooltipContentProps) =>
  props.active ? <DefaultTooltipContent {...props} /> : null;
