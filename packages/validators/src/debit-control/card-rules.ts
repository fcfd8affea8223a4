import { FORBIDDING_DECLINES, FRAUD_CHARGEBACKS } from "./return-codes.ts";
import { type DebitBlock, isLifted, type ObtainedCure } from "./rules.ts";

/** Most declines of a card: within 24 hours (Mastercard), and within 30 days (Visa). */
export const MOST_DECLINES_A_DAY = 10;
const MOST_DECLINES_IN_30_DAYS = 15;

/** A sale that a card declined, or that was charged back, whoever had put the card on file. */
export interface CardTrouble {
  kind: "declined" | "chargedBack";
  code: string;
  /** When it was declined, or we were told of the chargeback, as milliseconds since 1970. */
  atMs: number;
  /** The day in New York. */
  on: string;
}

export interface CardFactsOfTries {
  troubles: readonly CardTrouble[];
  /** What was recorded of the card. */
  cures: readonly ObtainedCure[];
}

const DAY_MS = 86_400_000;

/** Why a card is not charged at `now`, or null; the same at every door. */
export function whyNotChargeCard(now: Date, { troubles, cures }: CardFactsOfTries): DebitBlock | null {
  for (const { kind, code, on, atMs } of troubles) {
    const meaning = (kind === "declined" ? FORBIDDING_DECLINES : FRAUD_CHARGEBACKS)[code];
    if (meaning === undefined) continue;
    if (kind === "declined")
      return {
        kind,
        code,
        cure: null,
        since: on,
        message: `The card was declined on ${on} with ${code} (${meaning}): the card networks do not allow another attempt.`,
      };
    if (!isLifted("authorisation", { cures }, { on, toldMs: atMs }))
      return {
        kind,
        code,
        cure: "authorisation",
        since: on,
        message: `A sale of this card was charged back on ${on} with ${code} (${meaning}). It can be charged again only after its holder gives a new authorization.`,
      };
  }
  const declines = troubles.filter(({ kind }) => kind === "declined").map(({ atMs }) => now.getTime() - atMs);
  const lately = declines.filter((ago) => ago < DAY_MS).length;
  const inMonth = declines.filter((ago) => ago < 30 * DAY_MS).length;
  if (lately < MOST_DECLINES_A_DAY && inMonth < MOST_DECLINES_IN_30_DAYS) return null;
  return {
    kind: "declines",
    code: "",
    cure: null,
    since: "",
    message: `The card was declined ${lately >= MOST_DECLINES_A_DAY ? `${lately} times in 24 hours` : `${inMonth} times in 30 days`}: the card networks allow no more attempts for now.`,
  };
}
