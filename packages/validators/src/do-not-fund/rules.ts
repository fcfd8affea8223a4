import { PAYMENT_TEXTS } from "../payments/texts.ts";
import { DO_NOT_FUND_MESSAGES } from "./texts.ts";

export const DO_NOT_FUND_REASONS = ["Missed Payments", "Defaulted", "High Risk Behavior", "Other"] as const;
export type DoNotFundReason = (typeof DO_NOT_FUND_REASONS)[number];

/** What setting or clearing the flag has to do in the CRM, in this order, with what is said when it fails. */
export const DO_NOT_FUND_STEPS = {
  contact: { label: "CRM contact", failed: DO_NOT_FUND_MESSAGES.contactEditFailed },
  leadNote: { label: "Lead note", failed: DO_NOT_FUND_MESSAGES.leadNoteFailed },
  deal: { label: "Deal stage", failed: DO_NOT_FUND_MESSAGES.setFailed },
  dealNote: { label: "Deal note", failed: DO_NOT_FUND_MESSAGES.dealNoteFailed },
} as const;
export type DoNotFundStep = keyof typeof DO_NOT_FUND_STEPS;

/** Why the flag can not be set for this user, or null: the CRM has to know who it is about. */
export const whyNotSetDoNotFund = ({ zohoId }: { zohoId: string | null }): string | null =>
  zohoId?.trim() ? null : DO_NOT_FUND_MESSAGES.crmIdMissing;

/** A user as they are named where Do Not Fund concerns them. */
export interface NamedUser {
  userId: number;
  name: string;
}

/** A user who is flagged Do Not Fund, or the one who is the same person. */
export type FlaggedUser = NamedUser;

/** Why nothing is paid out to a user whose person is flagged Do Not Fund, with the one named who is; null where nobody is. */
export function whyDoNotFund(userId: number, flagged: FlaggedUser | null): string | null {
  if (flagged === null) return null;
  return flagged.userId === userId
    ? PAYMENT_TEXTS.doNotFund
    : `The same person is flagged Do Not Fund: ${flagged.name} #${flagged.userId}.`;
}
