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
    "It is being checked whether this database knows all that was sent. Payments wait until that is done.",
  normal: "This database knows all that was sent. Nothing has to be done.",
  reasons: {
    ANOTHER_ADDRESS: "The database was used at another address before: this may be a copy.",
    NO_JOURNAL:
      "The journal of sent payments is not where the files are: this may be a copy, or the files are lost.",
    SENT_PAYMENTS: "The journal has payments that were sent and are unknown here: the database was set back.",
    UNREADABLE_JOURNAL: "The journal has entries that can not be read with the keys that are set.",
    REPORTED_PAYMENTS: "The processors report payments that are unknown here.",
    LOST_WRITES:
      "What the audit or the ledger had last, as it was kept outside the database, is not here: the database was set back.",
  },
  notVerified: "The journal and the processors have not been compared with this database yet.",
  notBooked: "Book what was found first.",
  notAsked: (count: number): string =>
    count === 1
      ? "The processor has not been asked about one booked payment yet."
      : `The processors have not been asked about ${count} booked payments yet.`,
  notSeenTo: (count: number): string =>
    count === 1
      ? "See to the payment that can not be booked, and confirm that you have."
      : `See to the ${count} payments that can not be booked, and confirm each.`,
  /** What is to be done about what can not be booked. */
  seeTo:
    "Look up each payment that can not be booked at its processor, by its key. Where its money has moved, nothing here knows of it: an advance may be funded again, an instalment charged again. Keep that from happening (Do Not Fund, the day of the instalment) until it is recorded by hand, then confirm it.",
  notRefused: "This payment is not one that can not be booked.",
  confirmWord: "CONFIRM",
  typeConfirm: "Type CONFIRM to confirm.",
  notInRecovery: "The console is not in recovery.",
  cancelled:
    "It was begun before the console was released from recovery and had not been sent: begin it again if it is still wanted.",
  willCancel: (payments: string): string =>
    `What waits here and was never sent, ${payments}, is cancelled: it was begun before all was known that had been sent.`,
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
