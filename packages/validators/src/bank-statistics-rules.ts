/** The windows that cash flow is looked at in, in days (specification 2, section 2). */
export const STATISTICS_WINDOWS = [30, 60, 90] as const;
export type StatisticsWindow = (typeof STATISTICS_WINDOWS)[number];
