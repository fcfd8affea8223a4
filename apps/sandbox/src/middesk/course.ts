const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

export const BUSINESS_STATUSES = [
  "open",
  "pending",
  "in_audit",
  "in_review",
  "approved",
  "rejected",
] as const;
export type BusinessStatus = (typeof BUSINESS_STATUSES)[number];

/** What becomes of a business in the end: it is decided on, or its audit never ends. */
export type Ending = "approved" | "rejected" | "in_audit";

export const LIEN_STATUSES = ["created", "pending", "filed"] as const;
export type LienStatus = (typeof LIEN_STATUSES)[number];
/** Where a lien stands whose termination was asked for. */
export type EndedLienStatus = "closing" | "closed";

/** How long after it was made a business or a lien gets where. */
export const AGE_MS = {
  pending: 10 * SECOND_MS,
  reviewed: DAY_MS,
  decided: 3 * DAY_MS,
  lienPending: HOUR_MS,
  lienFiled: DAY_MS,
  /** Of a termination. */
  terminated: DAY_MS,
} as const;

/** The EINs that mean something, in digits. */
export const MAGIC_EINS = { rejected: "000000001", inAudit: "000000002", invalid: "000000003" } as const;

/** What becomes of a business with this EIN. */
export function tinEnding(tin: string | null): Ending {
  if (tin === MAGIC_EINS.rejected) return "rejected";
  return tin === MAGIC_EINS.inAudit ? "in_audit" : "approved";
}

/** Where a business of this age, in ms, stands. */
export function businessStatusAt(ageMs: number, ending: Ending): BusinessStatus {
  if (ageMs < AGE_MS.pending) return "open";
  if (ageMs < AGE_MS.reviewed) return "pending";
  if (ending === "in_audit") return ending;
  return ageMs < AGE_MS.decided ? "in_review" : ending;
}

/** Where a lien of this age, in ms, stands. */
export function lienStatusAt(ageMs: number): LienStatus {
  if (ageMs < AGE_MS.lienPending) return "created";
  return ageMs < AGE_MS.lienFiled ? "pending" : "filed";
}

/** Where a lien stands whose termination has this age, in ms. */
export const endedLienStatusAt = (ageMs: number): EndedLienStatus =>
  ageMs < AGE_MS.terminated ? "closing" : "closed";

/** The age, in ms, at which a business gets to a status, and what will become of it. */
export const COURSE_TO: Record<BusinessStatus, { ageMs: number; ending: Ending }> = {
  open: { ageMs: 0, ending: "approved" },
  pending: { ageMs: AGE_MS.pending, ending: "approved" },
  in_audit: { ageMs: AGE_MS.reviewed, ending: "in_audit" },
  in_review: { ageMs: AGE_MS.reviewed, ending: "approved" },
  approved: { ageMs: AGE_MS.decided, ending: "approved" },
  rejected: { ageMs: AGE_MS.decided, ending: "rejected" },
};

/** The age, in ms, at which a lien gets to a status. */
export const LIEN_AGE_MS: Record<LienStatus, number> = {
  created: 0,
  pending: AGE_MS.lienPending,
  filed: AGE_MS.lienFiled,
};
