export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  /** A file that goes with it. */
  attachment?: { fileName: string; contentType: string; base64: string } | undefined;
  /** Stable across repeats of the same mail, "<id@domain>", so that a double can be told as one. */
  messageId: string;
}

/** Sends mail to customers and staff. */
export interface Mailer {
  /** Resolves when the mail server has taken the mail over. Throws ProviderError. */
  send(mail: OutgoingMail): Promise<void>;
}
