/** Why no letter can be drawn. */
export const NO_LENDER = "The lender's name and address are not set (LENDER_NAME, LENDER_ADDRESS).";

export interface NoticeFacts {
  stage: string;
  /** When it went out already. */
  sentAt: Date | null;
  /** True when the customer withdrew, which is no adverse action. */
  isWithdrawn: boolean;
  email: string;
  /** True when the lender's name and address are set. */
  hasLender: boolean;
}

/** Why no notice of adverse action can be sent for an application, or null. */
export function whyNotSendNotice({
  stage,
  sentAt,
  isWithdrawn,
  email,
  hasLender,
}: NoticeFacts): string | null {
  if (sentAt !== null) return "The notice was already sent. It is among the files.";
  if (stage !== "declined") return "The application is not declined.";
  if (isWithdrawn) return "The customer withdrew the application. No notice is due.";
  if (!hasLender) return NO_LENDER;
  return email === "" ? "The customer has no e-mail address. Send the letter by post." : null;
}

export const CHOOSE_REASON = "Choose the principal reason. The stored reason is not specific enough.";
export const NOTICE_SENT = "The notice is being sent. It is among the files.";
