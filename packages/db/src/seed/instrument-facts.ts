import type { AccountVerification } from "../generated/prisma/enums.ts";
import { createRandom } from "./random.ts";

/** Set the streams of what is said of accounts and cards apart from those of users. */
const ACCOUNTS_SEED = 600_000_000;
const CARDS_SEED = 700_000_000;

/** What the bank verification said of an account, by its id: a lost link's may have been closed since. */
export const makeVerification = (accountId: number, active: boolean): AccountVerification =>
  createRandom(ACCOUNTS_SEED + accountId).weighted(active ? IN_USE : LOST);

const IN_USE = [
  ["VERIFIED_OPEN", 80],
  ["PENDING", 8],
  ["OPEN_NEGATIVE", 4],
  ["HIGH_RETURN_RISK", 3],
  ["OWNER_MISMATCH", 2],
  ["ERROR", 2],
  ["NO_DEBIT_ALLOWED", 1],
] as const;

const LOST = [
  ["VERIFIED_OPEN", 60],
  ["CLOSED", 30],
  ["NOT_FOUND", 10],
] as const;

/** What the card processor said of a card, by its id. */
export function processorFacts(cardId: number) {
  const random = createRandom(CARDS_SEED + cardId);
  return {
    verifyType: random.weighted([
      ["Debit", 9],
      ["Prepaid", 1],
    ]),
    verifyFund: random.weighted([
      ["Immediate", 8],
      ["Next Business Day", 2],
    ]),
    mid: random.pick(["5180012", "5180013"]),
    account: `cd-${cardId}`,
  };
}
