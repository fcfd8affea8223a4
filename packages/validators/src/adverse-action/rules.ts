/** The most reasons that a notice gives: of more than four a reader learns nothing (comment 9(b)(2)-1 to 12 CFR 1002). */
export const MOST_REASONS = 4;

export interface NoticeFacts {
  stage: string;
  /** When it went out already. */
  sentAt: Date | null;
  reasons: readonly string[];
  email: string;
  /** Whether the lender's own name and address are set. */
  hasLender: boolean;
}

/** Why no notice of adverse action can be sent for an application, or null. */
export function whyNotSendNotice({ stage, sentAt, reasons, email, hasLender }: NoticeFacts): string | null {
  if (sentAt !== null) return "The notice went out already. It stands among the files.";
  if (stage !== "declined") return "The application is not declined.";
  if (!hasLender) return "The lender's name and address are not set (LENDER_NAME, LENDER_ADDRESS).";
  if (reasons.length === 0) return "No reason of the decline is kept. Enter one on the application first.";
  return email === "" ? "The customer has no e-mail address. Send the letter by post." : null;
}

/** The reasons that a notice gives: the principal one first, none twice. */
export function noticeReasons(primary: readonly string[], others: readonly string[]): string[] {
  const reasons = [...primary, ...others].map((reason) => reason.trim()).filter((reason) => reason !== "");
  return [...new Set(reasons)].slice(0, MOST_REASONS);
}

export const NOTICE_SENT = "The notice is on its way, and stands among the files.";
