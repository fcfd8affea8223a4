import { expect, it } from "vitest";
import { daysOfFunnelPeriod, whyNotFunnelDays } from "./rules.ts";

it.each([
  ["Current Month", "2026-11-22", "2026-11-01", "2026-11-22"],
  ["Current Month", "2026-11-01", "2026-11-01", "2026-11-01"],
  ["Last Month", "2026-11-22", "2026-10-01", "2026-10-31"],
  ["Last Month", "2024-03-31", "2024-02-01", "2024-02-29"],
  ["Last Month", "2026-01-15", "2025-12-01", "2025-12-31"],
  ["Last Quarter", "2026-11-22", "2026-07-01", "2026-09-30"],
  ["Last Quarter", "2026-01-01", "2025-10-01", "2025-12-31"],
  ["Last Quarter", "2026-06-30", "2026-01-01", "2026-03-31"],
  ["Custom", "2026-11-22", "", ""],
] as const)("%s on %s goes from %s to %s", (period, today, startDate, endDate) => {
  expect(daysOfFunnelPeriod(period, today)).toEqual({ startDate, endDate });
});

it.each([
  ["", "2026-11-22", "Select Start Date"],
  ["2026-02-30", "2026-11-22", "Select Start Date"],
  ["2026-11-21", "", "Select End Date"],
  ["2026-11-21", "2026-11-21", "The start date must be before the end date."],
  ["2026-11-22", "2026-11-21", "The start date must be before the end date."],
  ["2026-11-21", "2026-11-22", null],
])("the days from %j to %j: %j", (startDate, endDate, whyNot) => {
  expect(whyNotFunnelDays(startDate, endDate)).toBe(whyNot);
});
