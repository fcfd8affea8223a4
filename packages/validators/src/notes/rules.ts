import type { Role } from "../roles.ts";

/** Why this role may not change, delete or bring back a note, or null: an EMPLOYEE may with own ones alone. */
export const whyNotChangeNote = (role: Role, { isOwn }: { isOwn: boolean }): string | null =>
  role === "EMPLOYEE" && !isOwn ? "Only its owner, SUPERADMIN or ADMIN can change this note." : null;

/** Why a note can not be looked at again on this day, or null; days are YYYY-MM-DD, `kept` is the day that it has. */
export const whyNotFollowUp = (day: string | null, kept: string | null, today: string): string | null =>
  day !== null && day !== kept && day < today ? "The follow-up day is in the past." : null;
