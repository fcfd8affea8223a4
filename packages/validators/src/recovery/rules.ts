import { formatCents } from "../money.ts";
import { formatNewYork } from "../new-york.ts";
import { NOTHING_GOES_OUT, type RecoveryStanding } from "./standing.ts";

/** Why a database is in recovery. */
export const RECOVERY_REASONS = [
  "ANOTHER_ADDRESS",
  "NO_JOURNAL",
  "SENT_PAYMENTS",
  "UNREADABLE_JOURNAL",
  "REPORTED_PAYMENTS",
  "LOST_WRITES",
] as const;
export type RecoveryReason = (typeof RECOVERY_REASONS)[number];

/** How a payment stands that was sent before the database was set back. */
export type RecoveredState = "FOUND" | "BOOKED" | "REFUSED";

/** How the problem begins that `npm run recovery -- --clock` settles. */
export const CLOCK_SET_BACK = "The clock of the server was set back";

/** Why nothing is sent after the database was last compared at a moment that has not come yet. */
export const clockSetBack = (comparedAt: Date): string =>
  `${CLOCK_SET_BACK}: the database was last compared on ${formatNewYork(comparedAt, "dateTime")}, which has not come yet. No payment is sent. Check the clock, then run: npm run recovery -- --clock`;

export const RECOVERY_TEXTS = {
  clockIsRight: "The clock of the server was not set back: there is nothing to settle.",
  title: "Recovery",
  nothingGoesOut: NOTHING_GOES_OUT,
  verifying:
    "Checking that all sent payments are recorded in this database. Payments wait until the check is done.",
  normal: "All sent payments are recorded in this database. No action is needed.",
  reasons: {
    ANOTHER_ADDRESS: "The database was used at another address before. It may be a copy.",
    NO_JOURNAL:
      "The journal of sent payments is missing from the file store. This may be a copy, or the files are lost.",
    SENT_PAYMENTS:
      "The journal has sent payments that are unknown here. The database was restored to an earlier state.",
    UNREADABLE_JOURNAL: "The journal has entries that cannot be read with the current keys.",
    REPORTED_PAYMENTS: "The processors report payments that are unknown here.",
    LOST_WRITES:
      "The latest audit or ledger entries stored outside the database are missing here. The database was restored to an earlier state.",
  },
  notVerified: "The journal and the processors have not been compared with this database yet.",
  notBooked: "Book the found payments first.",
  notAsked: (count: number): string =>
    count === 1
      ? "The processor has not been asked about one booked payment yet."
      : `The processors have not been asked about ${count} booked payments yet.`,
  notSeenTo: (count: number): string =>
    count === 1
      ? "Resolve the payment that cannot be booked, and confirm it."
      : `Resolve the ${count} payments that cannot be booked, and confirm each.`,
  /** What is to be done about what can not be booked. */
  seeTo:
    "Look up each payment that cannot be booked at its processor, by its key. If its money has moved, the console does not know it, so an advance could be funded again or an instalment charged again. Prevent that (Do Not Fund, the day of the instalment) until the payment is recorded by hand. Then confirm it.",
  notRefused: "This payment needs no confirmation.",
  confirmWord: "CONFIRM",
  typeConfirm: "Type CONFIRM to confirm.",
  notInRecovery: "The console is not in recovery.",
  cancelled:
    "The payment was started before the console was released from recovery and was not sent. Start it again if it is still needed.",
  willCancel: (payments: string): string =>
    `Waiting payments that were never sent (${payments}) are cancelled, because they were started before all sent payments were known.`,
  releaseWord: "RELEASE",
  typeWord: "Type RELEASE to confirm.",
} as const satisfies { reasons: Record<RecoveryReason, string> } & Record<string, unknown>;

export interface ReleaseFacts {
  standing: RecoveryStanding;
  /** Whether journal and processors were compared with the database as it is now. */
  isVerified: boolean;
  /** Payments of the journal that are not booked, and not refused either. */
  found: number;
  /** Booked payments that no processor was asked about. */
  unasked: number;
  /** Payments that can not be booked and of which nobody has confirmed that they are seen to. */
  unconfirmed: number;
}

/** Why a recovery may not be released now, or null. */
export function whyNotRelease({
  standing,
  isVerified,
  found,
  unasked,
  unconfirmed,
}: ReleaseFacts): string | null {
  if (standing === "NORMAL") return RECOVERY_TEXTS.notInRecovery;
  if (!isVerified) return RECOVERY_TEXTS.notVerified;
  if (found > 0) return RECOVERY_TEXTS.notBooked;
  if (unasked > 0) return RECOVERY_TEXTS.notAsked(unasked);
  return unconfirmed > 0 ? RECOVERY_TEXTS.notSeenTo(unconfirmed) : null;
}

/** Payments and what they come to, in one phrase: "3 · $43.50". Cents. */
export const countedAmount = ({ count, amountCents }: { count: number; amountCents: number }): string =>
  `${count.toLocaleString("en-US")} · ${formatCents(amountCents)}`;
