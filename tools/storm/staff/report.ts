import type { StormReport } from "../plan.ts";
import type { Judgement } from "./judge.ts";
import type { Staff } from "./staff.ts";

/** The verdict of a storm in words: its own `lines` first, then what staff were answered, then what the books say. */
export function reportVerdict(
  { comparison, problems }: Judgement,
  staff: Staff,
  { lines, isDoubleFound }: { lines: readonly string[]; isDoubleFound: boolean | null },
): StormReport {
  const { wanted, paidOnce, cameBack, toReview, doubled, lost, failedButMoved, differences, unlisted } =
    comparison;
  return {
    problems: [
      ...problems,
      ...(isDoubleFound === false ? ["a double that was planted afterwards was not found"] : []),
    ],
    lines: [
      ...lines,
      `${staff.presses()} presses:`,
      ...staff.answers().map(({ what, times }) => `  ${times} ${what}`),
      ...(isDoubleFound === null
        ? []
        : [`a double planted afterwards: ${isDoubleFound ? "found" : "missed"}`]),
      `${differences} differences between the processors' books and ours, ${differences - unlisted} of them on a list`,
      `${wanted} wanted, ${paidOnce} paid once, ${cameBack} came back, ${toReview} left open, ${doubled} doubled, ${lost} lost, ${failedButMoved} said to have failed that moved`,
    ],
  };
}
