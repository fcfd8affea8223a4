export const PAYOUT_HOLD = { standardMinutes: 0, most: 120 } as const;

export const PAYOUT_HOLD_TEXTS = {
  label: "Hold of payouts",
  description:
    "A payout waits for so many minutes before it is sent, and can be cancelled until then. 0: it is sent at once.",
  runsLabel: "Hold of runs",
  runsDescription: "A bulk job or a run of payment automation waits for so many minutes before it begins.",
  saved: "The hold was saved.",
  changed: "Someone else changed the hold. Reload and try again.",
  wrong: "Enter whole minutes from 0 to 120.",
  cancelled: "Cancelled while it was held: nothing was sent.",
  notHeld: "It is not held any more.",
  runCancelled: "Cancelled while it was held: nothing was sent.",
  runNotHeld: "This run is not held any more.",
  notYours: "Only who asked for it, who approved it, or SUPERADMIN or ADMIN cancels it.",
} as const;

/** What is left of a hold, as minutes and seconds. */
export function leftOfHold(until: Date, now: Date): string {
  const seconds = Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
