import type { Actor } from "../actor.ts";
import type { Ctx } from "../context.ts";
import { clientKey } from "./client-key.ts";
import type { LimitName, WithLimits } from "./limits.ts";

/** Wrong passwords and codes of one account, as they are counted for where a request comes from. */
export interface Guesses {
  /** Throws LIMITED when none may be tried. */
  check(): Promise<void>;
  /** Counts one before it is tried: guesses made all at once do not get past the limits. Throws LIMITED. */
  count(): Promise<void>;
  /** Takes the last one back: it was right. */
  takeBack(): Promise<void>;
  /** Begins the count of those in a row anew: somebody signed in to the end. */
  forgetRow(): Promise<void>;
}

/** Whose password or code is guessed, and from where. */
export interface GuessedAt {
  email: string;
  /** Whether an admin has this e-mail: it is told by nothing, but counts of addresses that nobody has are not kept for ever. */
  isKnown: boolean;
  /** The known device it comes from, or the session: what comes from elsewhere does not count there. */
  from: string | null;
  /** The admin whose own second factor is tried: that is counted as well, wherever it comes from. */
  factorOf?: string | null;
}

/**
 * From elsewhere ten in half an hour, and a hundred in a row, lock an account for all who come from elsewhere; a known device has
 * ten and a hundred of its own. An address that guesses at many accounts is stopped as well.
 */
export function createGuesses(
  ctx: Ctx<Actor, WithLimits>,
  { email, isKnown, from, factorOf = null }: GuessedAt,
): Guesses {
  const { limits } = ctx.services;
  const row: Count =
    from === null ? [isKnown ? "wrongInARow" : "wrongInARowOfNobody", email] : ["wrongInARowByDevice", from];
  const counts: Count[] =
    from === null
      ? [["failuresByAccount", email], ["failuresByAddress", clientKey(ctx.request.ip)], row]
      : [["failuresByDevice", from], row];
  if (factorOf !== null) counts.push(["wrongFactorsInARow", factorOf]);
  return {
    check: async () => {
      for (const [limit, key] of counts) await limits.check(limit, key);
    },
    count: async () => {
      for (const [index, [limit, key]] of counts.entries()) {
        try {
          await limits.consume(limit, key);
        } catch (refusal) {
          // It is not tried: it counts nowhere but where there were too many.
          for (const [former, its] of counts.slice(0, index)) await limits.refund(former, its);
          throw refusal;
        }
      }
    },
    takeBack: async () => {
      for (const [limit, key] of counts) await limits.refund(limit, key);
    },
    forgetRow: () => limits.forget(...row),
  };
}

type Count = [limit: LimitName, key: string];
