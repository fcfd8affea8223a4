import { useState } from "react";
import { badgeVariants } from "@/ui/badge.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { userStatuses } from "../general/user-statuses.ts";
import type { User } from "../use-user.ts";

const SHOWN = 6;

/** The six most severe states of a customer; a button shows the others. */
export function IdentityBadges({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false);
  const statuses = userStatuses(user);
  const more = statuses.length - SHOWN;
  return (
    <ul aria-label="Status" className="flex flex-wrap items-center gap-1.5">
      {statuses.slice(0, isOpen ? undefined : SHOWN).map(({ tone, text }) => (
        <li key={text}>
          <StatusBadge tone={tone}>{text}</StatusBadge>
        </li>
      ))}
      {more > 0 && !isOpen && (
        <li>
          <button
            type="button"
            aria-label={`Show ${more} more`}
            onClick={() => setOpen(true)}
            className={badgeVariants()}
          >
            +{more}
          </button>
        </li>
      )}
    </ul>
  );
}
