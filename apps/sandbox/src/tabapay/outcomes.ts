/** How a transaction fares that is created with a certain amount; the amounts up to $0.09 are TabaPay's own. */
export interface Course {
  /** What the create call answers with. */
  answer: {
    SC: 200 | 207;
    status: "COMPLETED" | "PARTIAL_COMPLETED" | "ERROR" | "UNKNOWN";
    networkRC?: string;
  };
  /** The status it comes to in the end, after the delay when it is `slow`. */
  finally: "COMPLETED" | "PARTIAL_COMPLETED" | "ERROR" | "UNKNOWN";
  slow: boolean;
  partialCents: number | null;
}

const COMPLETED: Course = {
  answer: { SC: 200, status: "COMPLETED", networkRC: "00" },
  finally: "COMPLETED",
  slow: false,
  partialCents: null,
};

/** Amounts, in cents, that are not simply paid. */
export const MAGIC_CENTS = {
  declined: 1,
  unknownForGood: 2,
  answeredLate: 3,
  unknownAtFirst: 4,
  reversalFails: 7,
  tooLateToReverse: 8,
  partlyApproved: 9,
} as const;

/** The last two digits of an amount whose sale is charged back the next day. */
export const CHARGED_BACK_CENTS = 13;

/** The course of what a network declines; in another status than ERROR, or with an approval, TabaPay contradicts itself. */
export function declinedCourse(networkRC: string | null, status: "ERROR" | "COMPLETED" = "ERROR"): Course {
  const code = networkRC === null ? {} : { networkRC };
  return { ...COMPLETED, answer: { SC: 200, status, ...code }, finally: status };
}

/** What becomes of a pull or push of this amount. */
export function plotCourse(type: "pull" | "push", amountCents: number): Course {
  switch (amountCents) {
    case MAGIC_CENTS.declined:
      return declinedCourse("ZZ");
    case MAGIC_CENTS.unknownForGood:
      return { ...COMPLETED, answer: { SC: 207, status: "UNKNOWN" }, finally: "UNKNOWN" };
    case MAGIC_CENTS.answeredLate:
      return { ...COMPLETED, slow: true };
    case MAGIC_CENTS.unknownAtFirst:
      return { ...COMPLETED, answer: { SC: 207, status: "UNKNOWN" }, slow: true };
    case MAGIC_CENTS.partlyApproved:
      return type === "pull" ? partial(amountCents) : COMPLETED;
    default:
      return COMPLETED;
  }
}

function partial(amountCents: number): Course {
  return {
    ...COMPLETED,
    answer: { SC: 200, status: "PARTIAL_COMPLETED", networkRC: "00" },
    finally: "PARTIAL_COMPLETED",
    partialCents: Math.floor(amountCents / 2),
  };
}
