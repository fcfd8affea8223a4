export const PAYOUT_HOLD = { standardMinutes: 0, most: 120 } as const;

export const PAYOUT_HOLD_TEXTS = {
  label: "Payout hold",
  description:
    "Minutes that a payout waits before it is sent. It can be cancelled until then. 0 sends it immediately.",
  runsLabel: "Run hold",
  runsDescription: "Minutes that a bulk job or payment automation run waits before it starts.",
  saved: "The hold was saved.",
  changed: "Someone else changed the hold. Reload and try again.",
  wrong: "Enter whole minutes from 0 to 120.",
  cancelled: "Cancelled during the hold. Nothing was sent.",
  notHeld: "It is no longer on hold.",
  runCancelled: "Cancelled during the hold. Nothing was sent.",
  runNotHeld: "This run is no longer on hold.",
  notYours: "Only the requester, the approver, SUPERADMIN or ADMIN can cancel it.",
} as const;

/** What is left of a hold, as minutes and seconds. */
export function leftOfHold(until: Date, now: Date): string {
  const seconds = Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
