/** How long a re-access link may be opened. */
export const RE_ACCESS_SECONDS = 60;

/** How long the portal may let an admin look around as a customer once the link was opened. */
export const RE_ACCESS_SESSION_MINUTES = 15;

export const RE_ACCESS_REASON = "Reason";

/** What the portal is told of a code that opens nothing (any more). It does not say which of these it is. */
export const RE_ACCESS_CODE_REFUSED = "This link was used already or has expired.";

/** Why nobody may enter the portal as this user, or null: who may not sign in is not signed in by others either. */
export const whyNotReAccess = ({ disableLogin }: { disableLogin: boolean }): string | null =>
  disableLogin ? "The login of this customer is disabled." : null;

interface LinkFacts {
  redeemedAt: Date | null;
  expiresAt: Date;
}

/** Why a link can not be redeemed at `now`, or null: it works once, and until it expires. */
export const whyNotRedeem = ({ redeemedAt, expiresAt }: LinkFacts, now: Date): string | null =>
  redeemedAt === null && now < expiresAt ? null : RE_ACCESS_CODE_REFUSED;
