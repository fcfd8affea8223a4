import type { RouterOutputs } from "@countinghouse/api";
import { sheetLabel, sheetWords } from "@countinghouse/validators/import/outcome";
import type { ReactNode } from "react";
import { Facts } from "@/components/facts/facts.tsx";
import { Section } from "@/layout/section.tsx";
import type { Job } from "./import-job.tsx";
import { WrittenFiles } from "./written-files.tsx";

type Outcome = NonNullable<RouterOutputs["imports"]["get"]["plan"]>;
type OutcomeSectionProps = { title: string; job: Job; outcome: Outcome; actions?: ReactNode };

const count = (number: number): string => number.toLocaleString("en-US");

/** What becomes of the rows: how many are added, completed, left and refused, with the reasons, and the rows to mend. */
export function OutcomeSection({ title, job, outcome, actions }: OutcomeSectionProps) {
  const { users, book, reasons, passedOver } = outcome;
  const cells = [
    ["Cells left empty", users.leftEmpty],
    ["Cells corrected", users.mended],
    ["Conflicts, existing values kept", users.conflicts],
    ["Lines below the rows", users.footers],
  ] as const;
  return (
    <Section id="outcome" title={title} actions={actions}>
      <div className="grid gap-4 text-sm">
        <Facts
          facts={[
            ["Rows of customers", count(users.rows)],
            ["Added", count(users.loaded)],
            ["Completed", count(users.completed)],
            ...(users.updated > 0 ? [["Changed", count(users.updated)] as const] : []),
            ["Already there", count(users.alreadyThere)],
            ["Repeated in the files", count(users.repeated)],
            ["Refused", count(users.refused)],
            ...cells.flatMap(([name, number]) => (number > 0 ? [[name, count(number)] as const] : [])),
            ...(book?.sheets ?? []).map((sheet) => [sheetLabel(sheet), sheetWords(sheet)] as const),
            ...(passedOver.length > 0 ? [["Sheets not understood", passedOver.join(", ")] as const] : []),
          ]}
        />
        {reasons.length > 0 && (
          <div>
            <h3 className="mb-1 font-semibold">Why rows are refused</h3>
            <ul aria-label="Why rows are refused" className="grid gap-1">
              {reasons.map(({ reason, rows }) => (
                <li key={reason}>
                  <span className="num">{count(rows)}</span> {rows === 1 ? "row" : "rows"}: {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
        <WrittenFiles files={job.written.filter(({ name }) => name !== "not-undone.csv")} />
      </div>
    </Section>
  );
}
