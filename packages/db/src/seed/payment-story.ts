import { addDays, daysBetween } from "./days.ts";
import type { Random } from "./random.ts";
import type { Situation } from "./situations.ts";

/** A payment of an advance, or what stands for one. */
export interface Paid {
  at: Date;
  cents: number;
  /** By whom, where not as the customer pays. */
  by?: "card" | "agency" | "settlement" | "recovery" | "writeOff";
  /** Whether the bank sent it back. */
  isReturned?: true;
}

export interface Agreed {
  paybackCents: number;
  paymentCents: number;
  payments: number;
  /** When it was paid out; an instalment is due each week after it. */
  from: Date;
  now: Date;
  repaid: Situation["repayment"];
}

type Story = (agreed: Agreed, random: Random) => Paid[];

/** Weekly payments so far. Who is on time still owes the last one; who is behind stopped after a third. */
function paidSoFar({ repaid, payments, from, now }: Agreed): number {
  if (repaid === "complete") return payments;
  const due = Math.min(Math.floor(daysBetween(from, now) / 7), payments - 1);
  return repaid === "behind" ? Math.floor(due / 3) : due;
}

const dueAt = ({ from }: Agreed, number: number): Date => addDays(from, 7 * number);

const weekly = (agreed: Agreed, count = paidSoFar(agreed)): Paid[] =>
  Array.from({ length: count }, (_, index) => ({ at: dueAt(agreed, index + 1), cents: agreed.paymentCents }));

/** How many weeks lie behind whoever stopped paying. */
const weeksSince = (agreed: Agreed, from: Date): number => Math.floor(daysBetween(from, agreed.now) / 7);

/** Pays, always a few days after the day. */
const late: Story = (agreed, random) =>
  weekly(agreed).map((paid) => ({ ...paid, at: addDays(paid.at, random.int(1, 5)) }));

/** Misses some weeks, and then pays them at once. */
const cured: Story = (agreed, random) => {
  const paid = weekly(agreed);
  const missed = random.int(1, 4);
  const first = random.int(1, Math.max(1, paid.length - missed));
  const caughtUp = dueAt(agreed, first + missed);
  return paid.map((each, index) =>
    index >= first - 1 && index < first + missed ? { ...each, at: caughtUp } : each,
  );
};

/** A payment comes back from the bank, and is paid by card some days later. */
const returned: Story = (agreed, random) => {
  const paid = weekly(agreed);
  const back = random.int(0, Math.max(0, paid.length - 1));
  return paid.flatMap((each, index): Paid[] =>
    index === back
      ? [
          { ...each, isReturned: true },
          { ...each, by: "card", at: addDays(each.at, random.int(5, 12)) },
        ]
      : [each],
  );
};

const stopped: Story = (agreed) => weekly(agreed);

/** Pays half of what is due each week, or now and then. */
const partly =
  (share: number, chance: number): Story =>
  (agreed, random) => {
    const paid = weekly(agreed);
    const since = dueAt(agreed, paid.length);
    const more = Array.from({ length: weeksSince(agreed, since) }, (_, index) => index + 1)
      .filter(() => random.chance(chance))
      .map(
        (week): Paid => ({
          at: addDays(since, 7 * week),
          cents: Math.round(agreed.paymentCents * share),
        }),
      );
    return [...paid, ...more];
  };

const CHARGED_OFF_AFTER_WEEKS = 13;

/** Is written off for the most part after a quarter of a year; something is recovered each month. */
const recovered: Story = (agreed, random) => {
  const paid = weekly(agreed);
  const since = dueAt(agreed, paid.length);
  if (weeksSince(agreed, since) < CHARGED_OFF_AFTER_WEEKS) return paid;
  const left = agreed.paybackCents - paid.reduce((sum, { cents }) => sum + cents, 0);
  const writtenOff = addDays(since, 7 * CHARGED_OFF_AFTER_WEEKS);
  const months = Math.floor(daysBetween(writtenOff, agreed.now) / 30);
  const monthly = Array.from(
    { length: months },
    (_, index): Paid => ({
      at: addDays(writtenOff, 30 * (index + 1)),
      cents: Math.round((left * random.int(2, 5)) / 100),
      by: "recovery",
    }),
  );
  return [...paid, { at: writtenOff, cents: Math.round(left * 0.6), by: "writeOff" }, ...monthly];
};

/** Settles for a part of what is left, and the rest is let off. */
const settled: Story = (agreed) => {
  const paid = weekly(agreed);
  const at = addDays(dueAt(agreed, paid.length), 70);
  const left = agreed.paybackCents - paid.reduce((sum, { cents }) => sum + cents, 0);
  const part = Math.round(left * 0.55);
  return [
    ...paid,
    { at, cents: part, by: "settlement" },
    { at: addDays(at, 1), cents: left - part, by: "writeOff" },
  ];
};

const STORIES: Readonly<Record<"onTime" | "behind" | "complete", readonly (readonly [Story, number])[]>> = {
  onTime: [
    [(agreed) => weekly(agreed), 62],
    [late, 14],
    [cured, 12],
    [returned, 12],
  ],
  behind: [
    [stopped, 30],
    [partly(0.5, 0.9), 25],
    [partly(1, 0.3), 20],
    [recovered, 15],
    [settled, 10],
  ],
  complete: [
    [(agreed) => weekly(agreed), 70],
    [late, 15],
    [cured, 15],
  ],
};

/** Collected by an agency: little by little, once a month. */
const byAgency: Story = (agreed, random) => {
  const paid = weekly(agreed);
  const since = dueAt(agreed, paid.length);
  const months = Math.max(0, Math.floor(daysBetween(since, agreed.now) / 30) - 1);
  return [
    ...paid,
    ...Array.from(
      { length: months },
      (_, index): Paid => ({
        at: addDays(since, 30 * (index + 2)),
        cents: Math.round((agreed.paymentCents * random.int(30, 80)) / 100),
        by: "agency",
      }),
    ),
  ];
};

/** As agreed, week by week: what those pay of whom no story is told. */
export const plainly = (agreed: Agreed): Paid[] => upToNow(agreed, weekly(agreed));

/**
 * What was paid of an advance so far, oldest first: one of the ways in which customers pay, late, after missed weeks, after a
 * return, in part, at an agency, or not at all. Never more than is owed, nothing in the future; the same for the same stream.
 */
export function tellPayments(agreed: Agreed, random: Random, isExternal: boolean): Paid[] {
  if (agreed.repaid === null) return [];
  const story = isExternal ? byAgency : random.weighted(STORIES[agreed.repaid]);
  return upToNow(agreed, story(agreed, random));
}

/** Cuts a story off at what is owed and at this moment; what came back is owed again. */
function upToNow({ paybackCents, now }: Agreed, story: readonly Paid[]): Paid[] {
  let owedCents = paybackCents;
  const paid: Paid[] = [];
  const past = story
    .filter(({ at, isReturned }) => addDays(at, isReturned ? RETURNS_AFTER_DAYS : 0) < now)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  for (const each of past) {
    const cents = Math.min(each.cents, owedCents);
    if (cents <= 0) continue;
    if (!each.isReturned) owedCents -= cents;
    paid.push({ ...each, cents });
  }
  return paid;
}

/** A payment comes back so many days after it. */
export const RETURNS_AFTER_DAYS = 3;
