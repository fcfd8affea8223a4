import { formatCents } from "@countinghouse/validators/money";

/** An opening balance that stands in the ledger. */
export interface StandingOpening {
  intentId: string;
  transactionId: string;
  cents: number;
  /** As YYYY-MM-DD. */
  day: string;
}

/** The money of a customer that is here already, before these files. */
export interface MoneyHere {
  opening: StandingOpening | null;
  /** The number of the newest opening balance, also of one that was replaced; 0 where there was none. */
  openings: number;
  /** The debt as of the day of the given balance, in cents, with the opening balance. */
  owedCents: number;
  /** Something else than opening balances was posted. */
  hasMoney: boolean;
}

export const NO_MONEY: MoneyHere = { opening: null, openings: 0, owedCents: 0, hasMoney: false };

/** The money of a customer as these files have it. */
export interface MoneyGiven {
  balance: { cents: number; day: string } | null;
  /** The sum of the new rows up to a day, in cents: above zero it is owed. */
  movedUntil: (day: string) => number;
  /** Returns true for new advances or payments of that day or before. */
  hasRowsUntil: (day: string) => boolean;
  hasPaymentsUntil: (day: string) => boolean;
  /** An advance or a payment was refused. */
  isLacking: boolean;
}

/** The change of the opening balance, or the reason to refuse the money of the customer. */
export type OpeningPlan =
  | { write: { cents: number; day: string } | null; replaces: StandingOpening | null }
  | { refused: string; kind: string };

const LEFT: OpeningPlan = { write: null, replaces: null };

const LACKING =
  "balance: an advance or a payment of this customer is refused, so that it can not be told what was paid before. Mend it, and bring it with the balance.";

/**
 * Compares a given balance with the ledger as it will be. A customer without money gets an opening balance for what no row explains.
 * Where rows come for an opening balance that stands, the rest of it replaces it: none once payments are there. Any other
 * difference refuses the money of the customer. `update` lets another balance replace an opening balance that stands alone.
 */
export function planOpening(here: MoneyHere, given: MoneyGiven, update: boolean): OpeningPlan {
  const { opening } = here;
  return opening === null ? planFirst(here, given) : planReplaced(here, opening, given, update);
}

function planFirst(here: MoneyHere, { balance, isLacking, ...given }: MoneyGiven): OpeningPlan {
  if (balance === null) return LEFT;
  const willBe = here.owedCents + given.movedUntil(balance.day);
  if (willBe === balance.cents) return LEFT;
  if (here.hasMoney || given.hasPaymentsUntil(balance.day)) return refuseDifference(balance, willBe, "");
  if (isLacking) return { refused: LACKING, kind: LACKING };
  return { write: { cents: balance.cents - willBe, day: balance.day }, replaces: null };
}

function planReplaced(
  here: MoneyHere,
  opening: StandingOpening,
  { balance, isLacking, ...given }: MoneyGiven,
  update: boolean,
): OpeningPlan {
  const hasRows = given.hasRowsUntil(opening.day);
  const restCents = opening.cents - given.movedUntil(opening.day);
  if (balance !== null) {
    const countedCents = opening.day <= balance.day ? opening.cents : 0;
    const explainedCents = here.owedCents - countedCents + given.movedUntil(balance.day);
    const missingCents = balance.cents - explainedCents;
    if (missingCents === 0 && hasRows) return { write: null, replaces: opening };
    if (missingCents !== restCents) {
      const isAlone =
        !here.hasMoney && !given.hasPaymentsUntil(balance.day) && !isLacking && opening.day <= balance.day;
      if (isAlone && update) return { write: toRest(missingCents, balance.day), replaces: opening };
      return refuseDifference(balance, explainedCents + countedCents, isAlone ? BY_UPDATE : "");
    }
  }
  if (!hasRows) return LEFT;
  if (restCents !== 0 && given.hasPaymentsUntil(opening.day)) return refuseRest(opening, restCents);
  if (restCents !== 0 && isLacking) return { refused: LACKING, kind: LACKING };
  return { write: toRest(restCents, opening.day), replaces: opening };
}

const BY_UPDATE = " With --update it replaces the opening balance.";

const toRest = (cents: number, day: string) => (cents === 0 ? null : { cents, day });

interface Balance {
  cents: number;
  day: string;
}

const refuseDifference = ({ cents, day }: Balance, willBeCents: number, more: string): OpeningPlan => ({
  refused: `balance: ${formatCents(cents)} is given as of ${day}, the console would have ${formatCents(willBeCents)}: a difference of ${formatCents(cents - willBeCents)}.${more}`,
  kind: `balance: the console would have another balance than the one that is given.${more}`,
});

const refuseRest = ({ cents, day }: Balance, restCents: number): OpeningPlan => ({
  refused: `balance: the opening balance of ${day} is ${formatCents(cents)}, the advances and payments behind it come to ${formatCents(cents - restCents)}: a difference of ${formatCents(restCents)}.`,
  kind: "balance: the advances and payments do not come to the opening balance that stands for them.",
});
