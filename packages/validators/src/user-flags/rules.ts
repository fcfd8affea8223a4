import { USERS_MESSAGES } from "../general-messages.ts";

/** The switches of a user that are nothing but on or off. */
export const USER_FLAGS = [
  "runPaymentAutomation",
  "showReconnectButton",
  "showResignContractButton",
] as const;
export type UserFlag = (typeof USER_FLAGS)[number];

export const USER_FLAG_LABELS = {
  runPaymentAutomation: "Run payment automation",
  showReconnectButton: "Show reconnect bank account",
  showResignContractButton: "Show re-sign contract",
} as const satisfies Record<UserFlag, string>;

export interface FlagFacts {
  hasBankLink: boolean;
  /** The newest application, or null. */
  application: { expired: boolean; offerExpired: boolean } | null;
}

/** Why a flag may not be switched so, or null. Switching off is always allowed. */
export function whyNotSwitchFlag(flag: UserFlag, on: boolean, facts: FlagFacts): string | null {
  if (!on || flag === "runPaymentAutomation") return null;
  if (flag === "showReconnectButton") return facts.hasBankLink ? null : USERS_MESSAGES.noBankLinkToReconnect;
  if (facts.application === null) return "There is no application whose contract could be signed again.";
  if (facts.application.expired) return USERS_MESSAGES.applicationExpired;
  return facts.application.offerExpired ? USERS_MESSAGES.offerExpired : null;
}

export const EXTERNAL_PAYMENT_LABELS = {
  isExternal: "Is External Collections",
  externalAgency: "External Agency Name",
} as const;
