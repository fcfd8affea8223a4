import {
  CheckIcon,
  CircleDotIcon,
  CircleIcon,
  ClockIcon,
  type LucideIcon,
  TriangleAlertIcon,
  XIcon,
} from "lucide-react";
import { Badge, type BadgeTone } from "./badge.tsx";

const ICONS: Record<BadgeTone, LucideIcon> = {
  success: CheckIcon,
  warning: TriangleAlertIcon,
  danger: XIcon,
  info: CircleDotIcon,
  pending: ClockIcon,
  neutral: CircleIcon,
};

/** A status as sign, word and colour, so that none of them has to be seen for the others. */
export function StatusBadge({ tone, children }: { tone: BadgeTone; children: string }) {
  const Icon = ICONS[tone];
  return (
    <Badge data-slot="status-badge" tone={tone}>
      <Icon aria-hidden />
      {children}
    </Badge>
  );
}
