import type { Statement } from "@countinghouse/db";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import {
  monthsBetween,
  overviewWeeks,
  PAST_DUE_BUCKETS,
  type PastDueKey,
  ROLL_STEPS,
  type RollStep,
  rollDays,
  vintageMonths,
  WEEK_PARTS,
} from "@countinghouse/validators/portfolio/rules";
import type { AdminCtx } from "../context.ts";
import { pastDueCustomers } from "../ledger/past-due.ts";
import { type KeptSum, type Measure, readStanding, readSums } from "./kept.ts";
import { parseWeekPart } from "./week-parts.ts";

/** What is past due by bucket, and of how many customers. $1 is today. */
export const PAST_DUE: Statement = {
  name: "portfolio.pastDue",
  text: `SELECT p.bucket, sum(p.cents)::float8 AS cents, count(*)::int AS users
    FROM (${pastDueCustomers()}) p GROUP BY p.bucket`,
};

/**
 * How the book stands today, in cents: what is owed, what of it is past due, what each week moved, how instalments roll from
 * one bucket into the next, and how far advances of each month are paid. All of it is read from the books or from sums that
 * their own transactions keep.
 */
export async function readOverview(ctx: AdminCtx) {
  const today = newYorkDate(ctx.now());
  const [weeks, rolls, months] = [overviewWeeks(today), ROLL_STEPS, vintageMonths(today)];
  const firstRoll = rollDays(ROLL_STEPS.at(-1) ?? ROLL_STEPS[0], today).from;
  const [outstanding, pastDue, entries, due, vintages] = await Promise.all([
    readStanding(ctx.db),
    ctx.db.sql<{ bucket: string; cents: number; users: number }>(PAST_DUE, [today]),
    readSums(ctx.db, ["ledger"], weeks[0] ?? today, addDays(weeks.at(-1) ?? today, 6)),
    readSums(ctx.db, ["due", "let_off", "collected"], firstRoll, today),
    readSums(ctx.db, ["vintage_due", "vintage_let_off", "vintage_collected"], months[0] ?? today, today),
  ]);
  return {
    today,
    outstanding,
    pastDue: PAST_DUE_BUCKETS.map(({ key }): { bucket: PastDueKey; cents: number; users: number } => {
      const found = pastDue.find(({ bucket }) => bucket === key);
      return { bucket: key, cents: found?.cents ?? 0, users: found?.users ?? 0 };
    }),
    weeks: weeks.map((week) => toWeek(week, entries)),
    rolls: rolls.map((step) => ({ step: step.key, ...toRoll(step, due, today) })),
    vintages: months.map((month) => toVintage(month, vintages, today)),
  };
}

/** What advances were to be paid back with, what was collected and what came back from Monday to Sunday. */
function toWeek(from: string, entries: readonly KeptSum[]) {
  const to = addDays(from, 6);
  const within = entries.filter(({ day }) => day >= from && day <= to);
  const [advanced, paid, returned] = WEEK_PARTS.map((part) =>
    within.filter((sum) => parseWeekPart(sum.part) === part).reduce((total, { cents }) => total + cents, 0),
  );
  return {
    from,
    to,
    advancedCents: advanced ?? 0,
    paidCents: 0 - (paid ?? 0),
    returnedCents: returned ?? 0,
  };
}

/** What was unpaid when the later bucket began, of what was when the earlier one did. */
function toRoll(step: RollStep, sums: readonly KeptSum[], today: string) {
  const { from, to } = rollDays(step, today);
  const within = sums.filter(({ day }) => day >= from && day <= to);
  return {
    from,
    to,
    ofCents: leftAfter(step.before, within),
    cents: leftAfter(step.after, within),
  };
}

/** What was left of instalments so many days after they were due, of what was not let off; null is before anything was paid. */
const leftAfter = (days: number | null, sums: readonly KeptSum[]): number =>
  centsOf(sums, "due") -
  centsOf(sums, "let_off") -
  (days === null
    ? 0
    : centsOf(
        sums.filter(({ part }) => Number(part) <= days),
        "collected",
      ));

const centsOf = (sums: readonly KeptSum[], of: Measure): number =>
  sums.reduce((total, { measure, cents }) => (measure === of ? total + cents : total), 0);

/**
 * How much of the instalments of a month's advances was collected by the end of each month since, the first one its own, of what was not
 * let off.
 */
function toVintage(month: string, sums: readonly KeptSum[], today: string) {
  const own = sums.filter(({ day }) => day === month);
  const centsBy = (age: number) =>
    centsOf(
      own.filter(({ measure, part }) => measure === "vintage_collected" && monthsBetween(month, part) <= age),
      "vintage_collected",
    );
  return {
    month,
    dueCents: centsOf(own, "vintage_due") - centsOf(own, "vintage_let_off"),
    paidCents: Array.from({ length: monthsBetween(month, today) + 1 }, (_, age) => centsBy(age)),
  };
}
