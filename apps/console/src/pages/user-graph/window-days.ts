import { STATISTICS_WINDOWS, type StatisticsWindow } from "@countinghouse/validators/bank-statistics/rules";

/** A window as the value of a tab. */
export type DaysText = `${StatisticsWindow}`;

export const textOfDays = (days: StatisticsWindow): DaysText => `${days}`;

export const parseDays = (text: DaysText): StatisticsWindow =>
  STATISTICS_WINDOWS.find((days) => textOfDays(days) === text) ?? 30;

export const DAYS_TABS = STATISTICS_WINDOWS.map((days) => ({
  value: textOfDays(days),
  label: `${days} days`,
}));
