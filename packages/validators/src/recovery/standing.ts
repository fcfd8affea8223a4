/** How the console stands towards the outside: what it may send, and what keeps it from that. */
export type RecoveryStanding =
  | "NORMAL"
  /** What was sent is still being compared with this database. Payments wait; nobody has to do anything. */
  | "VERIFYING"
  /** Nothing goes out until a SUPERADMIN releases it. */
  | "RECOVERY";

export const NOTHING_GOES_OUT = "The console is in recovery. Nothing is sent until a SUPERADMIN releases it.";

/** Why nothing that moves money may be ordered now, or null. */
export const whyNotSendNow = (standing: RecoveryStanding): string | null =>
  standing === "RECOVERY" ? NOTHING_GOES_OUT : null;
