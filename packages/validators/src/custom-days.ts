import type { z } from "zod";
import { dayNumber, INVALID_DATE, isCalendarDate } from "./new-york.ts";

/** Why a custom range of days (YYYY-MM-DD) is none, or null; it may be one day, unless `isLonger`. */
export function whyNotRange(
  startDate: string,
  endDate: string,
  { isLonger }: { isLonger: boolean },
): string | null {
  if (!isCalendarDate(startDate) || !isCalendarDate(endDate)) return INVALID_DATE;
  if (startDate > endDate) return "The start date must be before the end date.";
  return isLonger && dayNumber(endDate) - dayNumber(startDate) < 1
    ? "The end date must be at least one day after the start date."
    : null;
}

/** Refuses the days (YYYY-MM-DD) of the period Custom where they are no range; those of any other period do not count. */
export const refineCustomDays =
  (range: { isLonger: boolean }) =>
  (
    { period, startDate, endDate }: { period: string; startDate: string; endDate: string },
    context: z.RefinementCtx,
  ): void => {
    const message = period === "Custom" ? whyNotRange(startDate, endDate, range) : null;
    if (message) context.addIssue({ code: "custom", path: ["endDate"], message });
  };
