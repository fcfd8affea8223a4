import { USER_TAG_LABELS, type UserTag } from "@countinghouse/validators/users/filters";
import { EmptyCell } from "@/table/cells.tsx";
import { Badge, type BadgeTone } from "@/ui/badge.tsx";

type Tagged = Record<"doNotFund" | "isExternal" | "inManualReview" | "bankLost" | "wasFunded", boolean>;

const TAGS: readonly [keyof Tagged, UserTag, BadgeTone][] = [
  ["doNotFund", "doNotFund", "danger"],
  ["isExternal", "external", "warning"],
  ["inManualReview", "manualReview", "pending"],
  ["bankLost", "bankLost", "warning"],
  ["wasFunded", "funded", "neutral"],
];

/** The tags of a customer, the most serious first. */
export function UserTags(user: Tagged) {
  const shown = TAGS.filter(([fact]) => user[fact]);
  if (shown.length === 0) return <EmptyCell />;
  return (
    <span
      className="flex gap-1 overflow-hidden"
      title={shown.map(([, tag]) => USER_TAG_LABELS[tag]).join(", ")}
    >
      {shown.map(([, tag, tone]) => (
        <Badge key={tag} tone={tone}>
          {USER_TAG_LABELS[tag]}
        </Badge>
      ))}
    </span>
  );
}
