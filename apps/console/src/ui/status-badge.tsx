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

/** The tone of each status that more than one page shows, by its word. */
const WORDS: Record<Exclude<BadgeTone, "neutral">, readonly string[]> = {
  success: [
    "active",
    "approved",
    "approved and completed",
    "booked",
    "completed",
    "corrected",
    "delivered",
    "done",
    "match",
    "primary",
    "settled to merchant account",
    "success",
    "uploaded",
    "won",
    "works",
  ],
  warning: ["cannot be booked", "completed with errors", "expired", "manual review", "mismatch", "unknown"],
  danger: ["chargeback received", "denied", "disabled", "error", "failed", "lost", "refused", "revoked"],
  info: ["approved, in progress", "invited", "notification of change", "not booked", "open", "running"],
  pending: ["pending", "pending deposit", "processing", "queued", "retrying", "uploading", "waiting"],
};

const TONES: ReadonlyMap<string, BadgeTone> = new Map(
  (Object.keys(WORDS) as (keyof typeof WORDS)[]).flatMap((tone) =>
    WORDS[tone].map((word) => [word, tone] as const),
  ),
);

/** Returns the tone of a status, which is the same on every page. An unknown word is neutral. */
export const statusTone = (status: string): BadgeTone => TONES.get(status.toLowerCase()) ?? "neutral";

/** A status as sign, word and colour, so that each can be read without the others. A `tone` is for other texts. */
export function StatusBadge({ tone, children }: { tone?: BadgeTone; children: string }) {
  const shown = tone ?? statusTone(children);
  const Icon = ICONS[shown];
  return (
    <Badge data-slot="status-badge" tone={shown}>
      <Icon aria-hidden />
      {children}
    </Badge>
  );
}
