import type { Role } from "../roles.ts";

/** Why this role may not change, delete or bring back a note, or null: an EMPLOYEE may with own ones alone. */
export const whyNotChangeNote = (role: Role, { isOwn }: { isOwn: boolean }): string | null =>
  role === "EMPLOYEE" && !isOwn ? "Only its owner, SUPERADMIN or ADMIN can change this note." : null;
