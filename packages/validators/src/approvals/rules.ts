import { formatCents } from "../money.ts";

/** The conditions that a rule may have in addition to `always`. */
export const CONDITIONS = ["overCents", "dayOverCents", "atRisk", "newAccount"] as const;
export type Condition = (typeof CONDITIONS)[number];

/** The sums of a day for one admin acting alone: money sent, money taken, payments recorded by hand. */
export type MoneyWay = "out" | "in" | "byHand";

const ALONE: Readonly<Record<MoneyWay, string>> = { out: "sent", in: "taken", byHand: "recorded" };

/** The texts and the conditions of a matter. */
export interface MatterFacts {
  word: string;
  about: string;
  /** The conditions that its rule may have */
  conditions: readonly Condition[];
  /** The sum that `dayOverCents` limits */
  day?: MoneyWay;
}

/** The kinds of commands that the rules distinguish. Each has one row in Settings. */
export const MATTERS = {
  PAY_OUT: {
    word: "Pay out",
    about: "FUND, REFUND, CREDIT and RECREDIT of one customer",
    conditions: ["overCents", "dayOverCents", "atRisk", "newAccount"],
    day: "out",
  },
  SECOND_FUNDING: {
    word: "Second funding",
    about: "Paying out an application that was funded before",
    conditions: ["overCents"],
  },
  COLLECT: {
    word: "Collect",
    about: "SALE, DEBIT, RCC, and a scheduled payment that is processed by hand",
    conditions: ["overCents", "dayOverCents", "atRisk", "newAccount"],
    day: "in",
  },
  BULK: {
    word: "Bulk job",
    about: "The total of a list that is charged",
    conditions: ["overCents", "dayOverCents"],
    day: "in",
  },
  AUTOMATION: {
    word: "Payment automation",
    about: "The total of a run. A scheduled run that needs approval does not start",
    conditions: ["overCents", "dayOverCents"],
    day: "in",
  },
  REVERT: { word: "Batch refund", about: "The total that is refunded", conditions: ["overCents"] },
  MANUAL_POSTING: {
    word: "Manual payment",
    about: "A payment recorded by hand, up to the ceiling",
    conditions: ["overCents", "dayOverCents", "atRisk"],
    day: "byHand",
  },
  OVER_CEILING: {
    word: "Manual payment over the ceiling",
    about:
      "One payment, or all that one admin records for a customer in a day. When this is off, it is refused",
    conditions: [],
  },
  LOAN_RETURN: { word: "Loan return", about: "Taking an advance back", conditions: ["overCents"] },
  MANUAL_APPROVE: {
    word: "Manual Approve",
    about: "Approving a credit check by hand. When this is on, a reason is required",
    conditions: [],
  },
  LIFT_BAN: {
    word: "Lift a ban",
    about: "Turning Do Not Fund off, and ending a remark that stops debits and payouts",
    conditions: [],
  },
  LIMITS: { word: "Limits", about: "A change of a limit in Settings", conditions: [] },
  RULES: {
    word: "These rules",
    about: "Changes to these rules always need approval",
    conditions: [],
  },
} as const satisfies Record<string, MatterFacts>;

export type Matter = keyof typeof MATTERS;
const MATTER_NAMES = Object.keys(MATTERS) as [Matter, ...Matter[]];

/** The matters whose rule can be changed. */
export const SET_MATTERS = MATTER_NAMES.filter(
  (matter): matter is Exclude<Matter, "RULES"> => matter !== "RULES",
);

/** When a command waits for a second person. Amounts in cents; null means no limit. */
export interface ApprovalRule {
  always: boolean;
  /** Waits if the amount, or the total of the batch, is higher */
  overCents: number | null;
  /** Waits if the admin's sum of the day, with this command, is higher */
  dayOverCents: number | null;
  /** Waits if a payment of the customer was returned or charged back within RISK_DAYS */
  atRisk: boolean;
  /** Waits if the card or account was added within NEW_ACCOUNT_DAYS */
  newAccount: boolean;
}

export type ApprovalRuleTable = Record<Matter, ApprovalRule>;

const NEVER: ApprovalRule = {
  always: false,
  overCents: null,
  dayOverCents: null,
  atRisk: false,
  newAccount: false,
};
const ALWAYS: ApprovalRule = { ...NEVER, always: true };

const TEN_THOUSAND = 1_000_000;
const FIFTY_THOUSAND = 5_000_000;

/** The rules until a SUPERADMIN changes them. */
export const STANDARD_RULES: ApprovalRuleTable = {
  PAY_OUT: { ...NEVER, overCents: TEN_THOUSAND, dayOverCents: FIFTY_THOUSAND, newAccount: true },
  SECOND_FUNDING: ALWAYS,
  COLLECT: NEVER,
  BULK: { ...NEVER, overCents: FIFTY_THOUSAND, dayOverCents: FIFTY_THOUSAND },
  AUTOMATION: { ...NEVER, overCents: FIFTY_THOUSAND, dayOverCents: FIFTY_THOUSAND },
  REVERT: ALWAYS,
  MANUAL_POSTING: { ...NEVER, dayOverCents: FIFTY_THOUSAND },
  OVER_CEILING: ALWAYS,
  LOAN_RETURN: ALWAYS,
  MANUAL_APPROVE: ALWAYS,
  LIFT_BAN: ALWAYS,
  LIMITS: ALWAYS,
  RULES: ALWAYS,
};

/** Rules by which only a change of the rules waits. */
export const NOTHING_WAITS = Object.fromEntries(
  SET_MATTERS.map((matter) => [matter, NEVER]),
) as Partial<ApprovalRuleTable>;

/** Returns the standard rules, replaced by the stored ones. RULES stays standard, so a change of the rules always waits. */
export const withStandard = (held: Partial<ApprovalRuleTable>): ApprovalRuleTable => ({
  ...STANDARD_RULES,
  ...held,
  RULES: STANDARD_RULES.RULES,
});

export const NEW_ACCOUNT_DAYS = 7;
export const RISK_DAYS = 180;
/** The days after which an undecided request expires. */
export const APPROVAL_EXPIRES_DAYS = 3;

/** The facts that a rule compares with its limits. Cents. */
export interface RuleFacts {
  amountCents: number | null;
  /** The sum of what the admin sent, took or recorded alone today, with this command; null if the rules count no sum */
  dayCents: number | null;
  isAtRisk: boolean;
  isNewAccount: boolean;
}

/** Returns the reasons why a command waits for a second person, as sentences; empty if it does not wait. */
export function whyWaits(matter: Matter, rule: ApprovalRule, facts: RuleFacts): string[] {
  const { amountCents, dayCents, isAtRisk, isNewAccount } = facts;
  const { word, day = "out" }: MatterFacts = MATTERS[matter];
  return [
    rule.always && `${word}: always needs approval.`,
    rule.overCents !== null &&
      amountCents !== null &&
      amountCents > rule.overCents &&
      `${word}: more than ${formatCents(rule.overCents)}.`,
    rule.dayOverCents !== null &&
      dayCents !== null &&
      dayCents > rule.dayOverCents &&
      `${word}: more than ${formatCents(rule.dayOverCents)} ${ALONE[day]} by one admin in a day.`,
    rule.atRisk &&
      isAtRisk &&
      `${word}: a payment of this customer was charged back or returned within ${RISK_DAYS} days.`,
    rule.newAccount &&
      isNewAccount &&
      `${word}: the card or account was added within ${NEW_ACCOUNT_DAYS} days.`,
  ].filter((reason) => reason !== false);
}

/** Returns a rule as a sentence. */
export function ruleInWords(rule: ApprovalRule): string {
  if (rule.always) return "Always needs approval.";
  const when = [
    rule.overCents !== null && `over ${formatCents(rule.overCents)}`,
    rule.dayOverCents !== null && `over ${formatCents(rule.dayOverCents)} by one admin in a day`,
    rule.atRisk && "the customer is at risk",
    rule.newAccount && "the card or account is new",
  ].filter((part) => part !== false);
  return when.length === 0 ? "No approval needed." : `Needs approval: ${when.join("; ")}.`;
}

export const APPROVAL_STATES = [
  "WAITING",
  "APPROVED",
  "DONE",
  "DENIED",
  "WITHDRAWN",
  "EXPIRED",
  "VOIDED",
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export const APPROVAL_WORDS: Readonly<Record<ApprovalState, string>> = {
  WAITING: "Waiting",
  APPROVED: "Approved, in progress",
  DONE: "Approved and completed",
  DENIED: "Denied",
  WITHDRAWN: "Withdrawn",
  EXPIRED: "Expired",
  VOIDED: "Not completed",
};

export const APPROVAL_VIEWS = ["waiting", "mine", "decided"] as const;
export type ApprovalView = (typeof APPROVAL_VIEWS)[number];

/** The most approvals in one list. */
export const MOST_APPROVALS = 200;
/** The most approvals that one request decides. */
export const MOST_APPROVED_AT_ONCE = 50;
export const APPROVAL_NOTE_LENGTH = 500;

export const APPROVAL_TEXTS = {
  waits: "Sent for approval. Nothing has been done yet. Another admin must approve it.",
  own: "You requested this. Another admin must decide it.",
  ofOneGiver:
    "Within 30 days, one of you gave the other access or a higher role, or one person gave it to both. Another admin must decide it.",
  notWaiting: "This request was already decided or has expired. Reload to see its state.",
  notAsSeen: "This request changed after it was shown. Reload and review it again.",
  changed: "Changed since approval: the action would now have a different effect. Nothing was done.",
  makerGone: "The requester no longer has permission for this. Nothing was done.",
  makerWithoutFactor: "The requester must add a second factor first. Then approve the request.",
  deciderGone: "The approver no longer has permission for this. Nothing was done.",
  tooLate: "The request expired before it could run. Nothing was done.",
  done: "The request was approved and completed.",
  /** For a command that moves money afterwards: its outcome is not known yet */
  begun: "The request was approved and started. The console shows the outcome.",
  denied: "The request was denied.",
  withdrawn: "The request was withdrawn.",
  expired: "The request expired before anyone decided it.",
  noteMissing: "Enter a reason.",
  countWrong: "Type the number of requests.",
  unlike: "Only requests of one type can be approved together.",
  rulesChanged: "Someone else changed these rules. Reload and try again.",
  rulesSaved: "The rules were saved.",
  reasonMissing: "Enter a reason for the approval.",
} as const;

/** Returns why a timed run does not start: it would wait for these reasons. */
export const notByItself = (reasons: readonly string[]): string =>
  `This run needs a second person: ${reasons.join(" ")} Start it by hand.`;

/**
 * Returns why this admin may not decide an approval, or null. `isOfOneGiver`: within 30 days one of the two admins gave the other access,
 * or one person gave it to both.
 */
export const whyNotDecide = (
  { state, makerId, isOfOneGiver }: { state: ApprovalState; makerId: string; isOfOneGiver: boolean },
  adminId: string,
): string | null => {
  if (makerId === adminId) return APPROVAL_TEXTS.own;
  if (isOfOneGiver) return APPROVAL_TEXTS.ofOneGiver;
  return state === "WAITING" ? null : APPROVAL_TEXTS.notWaiting;
};

/** Returns why the command of an approval was not executed. */
export const whyNotDone = ({ state, message }: { state: ApprovalState; message: string }): string => {
  if (state === "DENIED") return `${APPROVAL_TEXTS.denied}${message === "" ? "" : ` ${message}`}`;
  if (state === "WITHDRAWN") return APPROVAL_TEXTS.withdrawn;
  if (state === "EXPIRED") return APPROVAL_TEXTS.expired;
  return message === "" ? APPROVAL_TEXTS.changed : message;
};
