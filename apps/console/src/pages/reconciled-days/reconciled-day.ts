import type { RouterOutputs } from "@countinghouse/api";
import type { DayFacts } from "@countinghouse/validators/reconciled-days/rules";

export type Day = RouterOutputs["reconciledDays"]["day"];
export type Break = Day["breaks"][number];

/** What decides whether a day can be signed off. */
export const dayFacts = ({ run, breaks, signed }: Day): DayFacts => ({
  isRun: run !== null,
  isWhole: run?.isWhole ?? false,
  openBreaks: breaks.filter(({ resolution }) => resolution === null || resolution === "REPAIRED").length,
  isSigned: signed !== null,
});
