import { ProviderError } from "./provider-error.ts";

/** A token in the form of its Authorization header, and when to get its successor, in ms since the epoch. */
export interface AccessToken {
  authorization: string;
  renewAt: number;
}

export interface BearerAccessConfig {
  /** Gets a token other than the worn one, which is undefined on first use. */
  request: (worn: AccessToken | undefined) => Promise<AccessToken>;
  /** Whether a failed call means that the vendor no longer knows the token: certainly not done. */
  isTokenRefused: (error: ProviderError) => boolean;
  now: () => Date;
}

export interface BearerAccess {
  /**
   * Runs a call with an Authorization header. When the vendor no longer knows the token, the call is run once more
   * with a new one. Throws what the call throws, and what `request` throws when no token can be had.
   */
  use<Answer>(call: (authorization: string) => Promise<Answer>): Promise<Answer>;
}

/** Access by a short-lived token, kept until it is due for renewal; calls made at once share one. */
export function createBearerAccess({ request, isTokenRefused, now }: BearerAccessConfig): BearerAccess {
  let kept: Promise<AccessToken> | undefined;

  const renew = (worn?: AccessToken): Promise<AccessToken> => {
    const asked = request(worn);
    kept = asked;
    asked.catch(() => {
      if (kept === asked) kept = undefined;
    });
    return asked;
  };
  /** Calls that find the same token worn out wait for one successor, together. */
  const replaceToken = (held: Promise<AccessToken>, worn: AccessToken): Promise<AccessToken> =>
    kept === undefined || kept === held ? renew(worn) : kept;

  return {
    use: async (call) => {
      let held = kept ?? renew();
      let token = await held;
      if (token.renewAt <= now().getTime()) {
        held = replaceToken(held, token);
        token = await held;
      }
      try {
        return await call(token.authorization);
      } catch (error) {
        if (!(error instanceof ProviderError && isTokenRefused(error))) throw error;
        return call((await replaceToken(held, token)).authorization);
      }
    },
  };
}
