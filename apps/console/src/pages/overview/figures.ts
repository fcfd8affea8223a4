import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { isCalendarDate } from "@countinghouse/validators/new-york";
import {
  PAST_DUE_BUCKETS,
  ROLL_STEPS,
  WEEK_PART_LABELS,
  WEEK_PARTS,
} from "@countinghouse/validators/portfolio/rules";
import { paths } from "@/paths.ts";

export type Overview = RouterOutputs["portfolio"]["overview"];
export type Figure = RouterInputs["portfolio"]["rows"]["of"];

/** A figure as the address names it, such as "past-due.8-30" or "week.2026-11-16.paid". */
function figureKey(figure: Figure): string {
  switch (figure.figure) {
    case "past-due":
      return `past-due.${figure.bucket}`;
    case "week":
      return `week.${figure.week}.${figure.part}`;
    case "roll":
      return `roll.${figure.step}`;
    case "vintage":
      return `vintage.${figure.month}`;
    default:
      return figure.figure;
  }
}

/** The address of the overview with the rows of a figure. */
export const figureAddress = (figure: Figure): string => paths.overview({ figure: figureKey(figure) });

/** The figure of an address; null for what names none. */
export function readFigure(key: string): Figure | null {
  const [figure, of = "", part] = key.split(".");
  switch (figure) {
    case "outstanding":
    case "credit":
      return { figure };
    case "past-due": {
      const bucket = PAST_DUE_BUCKETS.find((each) => each.key === of);
      return bucket ? { figure, bucket: bucket.key } : null;
    }
    case "week": {
      const found = WEEK_PARTS.find((each) => each === part);
      return found && isCalendarDate(of) ? { figure, week: of, part: found } : null;
    }
    case "roll": {
      const step = ROLL_STEPS.find((each) => each.key === of);
      return step ? { figure, step: step.key } : null;
    }
    case "vintage":
      return isCalendarDate(of) ? { figure, month: of } : null;
    default:
      return null;
  }
}

/** What the rows of a figure are, and what of the figure they say. */
export function figureTitle(figure: Figure): string {
  switch (figure.figure) {
    case "outstanding":
      return "Outstanding";
    case "credit":
      return "Overpaid by customers";
    case "past-due":
      return `Past due ${PAST_DUE_BUCKETS.find(({ key }) => key === figure.bucket)?.label ?? ""} days`;
    case "week":
      return `${WEEK_PART_LABELS[figure.part]} in the week of ${figure.week}`;
    case "roll":
      return `Rolled: ${ROLL_STEPS.find(({ key }) => key === figure.step)?.label ?? ""} days`;
    default:
      return `Advances funded in ${figure.month.slice(0, 7)}`;
  }
}

/** What a figure comes to, in cents; null where the overview has no such one. */
export function figureCents(figure: Figure, overview: Overview): number | null {
  switch (figure.figure) {
    case "outstanding":
      return overview.outstanding.owedCents;
    case "credit":
      return overview.outstanding.creditCents;
    case "past-due":
      return overview.pastDue.find(({ bucket }) => bucket === figure.bucket)?.cents ?? null;
    case "week":
      return overview.weeks.find(({ from }) => from === figure.week)?.[`${figure.part}Cents`] ?? null;
    case "roll":
      return overview.rolls.find(({ step }) => step === figure.step)?.cents ?? null;
    default:
      return overview.vintages.find(({ month }) => month === figure.month)?.paidCents.at(-1) ?? null;
  }
}

/** A part in percent, null of nothing. */
export const toPercent = (cents: number, ofCents: number): number | null =>
  ofCents === 0 ? null : (100 * cents) / ofCents;
