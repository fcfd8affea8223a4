import type { RouterOutputs } from "@countinghouse/api";

type EventKind = RouterOutputs["payments"]["details"]["events"][number]["kind"];

/** The name of each kind of processor report. */
export const EVENT_WORDS: Record<EventKind, string> = {
  SETTLEMENT: "Settlement",
  RETURN: "Return",
  NOTICE_OF_CHANGE: "Notice of change",
  CHARGEBACK: "Chargeback",
  CHARGEBACK_REVERSAL: "Chargeback reversal",
  REPRESENTMENT: "Representment",
  OTHER: "Other",
};
