import type { z } from "zod";
import { dayNumber, INVALID_DATE, isCalendarDate } from "./new-york.ts";

/** Why a custom range of days (YYYY-MM-DD) is none, or null (specification 2, section 5). */
export function whyNotRange(startDate: string, endDate: string): string | null {
  if (!isCalendarDate(startDate) || !isCalendarDate(endDate)) return INVALID_DATE;
  if (startDate > endDate) return "The start date must be before the end date.";
  return dayNumber(endDate) - dayNumber(startDate) < 1
    ? "The end date must be at least one day after the start date."
    : null;
}

/** Refuses the days (YYYY-MM-DD) of the period Custom where they are no range; those of any other period do not count. */
export function refineCustomDays(
  { period, startDate, endDate }: { period: string; startDate: string; endDate: string },
  context: z.RefinementCtx,
): void {
  const message = period === "Custom" ? whyNotRange(startDate, endDate) : null;
  if (message) context.addIssue({ code: "custom", path: ["endDate"], message });
}
