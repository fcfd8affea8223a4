import type { Role } from "../roles.ts";

/** Returns why this role may not change, delete or restore a note, or null. An EMPLOYEE may change only own notes. */
export const whyNotChangeNote = (role: Role, { isOwn }: { isOwn: boolean }): string | null =>
  role === "EMPLOYEE" && !isOwn ? "Only its owner, SUPERADMIN or ADMIN can change this note." : null;

/**
 * Returns why a note cannot have this follow-up day, or null. Days are YYYY-MM-DD. `kept`, the stored day of the note, stays valid after
 * it has passed.
 */
export const whyNotFollowUp = (day: string | null, kept: string | null, today: string): string | null =>
  day !== null && day !== kept && day < today ? "The follow-up day is in the past." : null;
