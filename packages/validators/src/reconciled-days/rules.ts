/** Why the three systems do not have a payment alike, as far as it can be told, and what is to be done. */
export const BREAK_CAUSES = {
  SHEET_ROW_MISSING: {
    word: "The row is missing in the sheet",
    todo: "Write the row. It is looked for first, and written once.",
  },
  SHEET_ROW_TWICE: {
    word: "The row is duplicated in the sheet",
    todo: "Delete the second row in the sheet, then run the day again. No money moved twice.",
  },
  SHEET_ROW_CHANGED: {
    word: "The row was changed in the sheet",
    todo: "Product and processor agree. Correct the row in the sheet, then run the day again.",
  },
  SHEET_ROW_UNREADABLE: {
    word: "The row can not be read",
    todo: "Correct the row in the sheet, then run the day again. Nothing was compared with it.",
  },
  SHEET_ROW_STRANGE: {
    word: "Row without a payment",
    todo: "Someone typed it into the sheet. Match it to its payment, or delete it in the sheet.",
  },
  NOT_AT_PROCESSOR: {
    word: "The processor does not have it",
    todo: "Look up the payment at the processor before you repeat anything.",
  },
  ANOTHER_REFERENCE: {
    word: "The processor has it under another reference",
    todo: "Match the two: amount, direction and day are the same.",
  },
  TWICE_AT_PROCESSOR: {
    word: "The processor moved it twice",
    todo: "Return one of them by a refund or credit. Then ignore this break and enter the number of that payment as the reason.",
  },
  AMOUNT_AT_PROCESSOR: {
    word: "The processor moved a different amount",
    todo: "The difference remains in the customer's balance. See the payment in Payment Exceptions.",
  },
  ONLY_AT_PROCESSOR: {
    word: "Unknown payment",
    todo: "Find out who sent it. It may belong to another day.",
  },
  FAILED_HERE: {
    word: "Failed here, but the money moved",
    todo: "Record the outcome that the processor reports.",
  },
  OUTCOME_UNKNOWN: {
    word: "The outcome is not known here",
    todo: "Record the outcome that the processor reports.",
  },
  AMOUNT_HERE: {
    word: "A different amount was booked here",
    todo: "Sheet and processor agree. Correct the booking by a manual payment.",
  },
  SOMETHING_ELSE: { word: "Unclear", todo: "Compare the lines and enter what was done." },
} as const satisfies Record<string, { word: string; todo: string }>;

export type BreakCause = keyof typeof BREAK_CAUSES;
export const BREAK_CAUSE_NAMES = Object.keys(BREAK_CAUSES) as BreakCause[];

/** How a break was seen to. One that was repaired is only over once a later run does not find it any more. */
export const RESOLUTIONS = { REPAIRED: "Repaired", MATCHED: "Matched", IGNORED: "Ignored" } as const;
export type Resolution = keyof typeof RESOLUTIONS;
export const RESOLUTION_NAMES = Object.keys(RESOLUTIONS) as Resolution[];

export const RESOLUTION_REASON_LENGTH = 500;
/** A payment and its parts. */
export const MOST_MATCHED = 20;
/** Days that the list shows, the newest first. */
export const DAYS_SHOWN = 60;

export const RECONCILED_DAYS_TEXTS = {
  title: "Reconciled Days",
  reasonMissing: "Enter a reason.",
  gone: "This break was resolved or no longer exists. Reload to see the open breaks.",
  notRepairable: "This cannot be repaired automatically. Follow the instruction of the cause.",
  signed: "The day is signed off and can no longer be changed.",
  notRun: "This day was not compared yet.",
  comparedMeanwhile: "This day was compared again. Reload to see the result.",
} as const;

/** Whether a press repairs a break of this cause. */
export const isRepairable = (cause: BreakCause): boolean => cause === "SHEET_ROW_MISSING";

export interface BreakFacts {
  direction: string;
  /** By system, what it has of it in cents; null where it has nothing. */
  cents: Readonly<Record<string, number | null>>;
}

/** By how much what is matched differs: the most that a system has of them together, less the least. */
export function matchDifference(breaks: readonly BreakFacts[]): number {
  const systems = [...new Set(breaks.flatMap(({ cents }) => Object.keys(cents)))];
  const totals = systems.flatMap((system) => {
    const own = breaks.flatMap(({ cents }) => cents[system] ?? []);
    return own.length === 0 ? [] : [own.reduce((sum, each) => sum + each, 0)];
  });
  return totals.length === 0 ? 0 : Math.max(...totals) - Math.min(...totals);
}

/** Why breaks can not be matched with one another, or null. What differs is accepted with a reason, and shown. */
export function whyNotMatch(breaks: readonly BreakFacts[]): string | null {
  if (breaks.length < 2) return "Choose two breaks or more.";
  if (new Set(breaks.map(({ direction }) => direction)).size > 1)
    return "Money that went out and money that came in are not the same payment.";
  return null;
}

export interface DayFacts {
  isRun: boolean;
  /** Whether every system answered about everything. */
  isWhole: boolean;
  openBreaks: number;
  isSigned: boolean;
}

/** Why a day can not be signed off, or null. */
export function whyNotSign({ isRun, isWhole, openBreaks, isSigned }: DayFacts): string | null {
  if (isSigned) return RECONCILED_DAYS_TEXTS.signed;
  if (!isRun) return RECONCILED_DAYS_TEXTS.notRun;
  if (!isWhole) return "A system did not answer completely for this day. Run the comparison again.";
  if (openBreaks > 0) return `${openBreaks === 1 ? "1 break is" : `${openBreaks} breaks are`} still open.`;
  return null;
}
