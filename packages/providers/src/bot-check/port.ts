export type BotCheckResult =
  | { ok: true; challengeId: string; expiresAt: Date }
  | { ok: false; reason: "invalid" | "expired" };

/** Tells people from programs at sign-in. */
export interface BotCheck {
  /** A fresh challenge for the widget, as JSON. */
  challenge(): Promise<unknown>;
  /**
   * Judges what the widget sent; anything malformed is `invalid`. The same payload is `ok` every time until
   * it expires: the caller accepts each `challengeId` once, and may forget it after `expiresAt`.
   */
  verify(payload: string): Promise<BotCheckResult>;
}
