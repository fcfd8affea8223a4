import type { RouterOutputs } from "@countinghouse/api";
import { formatBytes } from "@countinghouse/validators/files/rules";
import { whyNotImportStep } from "@countinghouse/validators/import/job-rules";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { trpc } from "@/api/client.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { QuerySection } from "@/layout/query-section.tsx";
import { Alert } from "@/ui/alert.tsx";
import { ImportActions } from "./import-actions.tsx";
import { ImportDrop } from "./import-drop.tsx";
import { ImportState } from "./import-list.tsx";
import { OutcomeSection } from "./outcome-section.tsx";
import { PlanPart } from "./plan-part.tsx";
import { UndoSection } from "./undo-section.tsx";

export type Job = RouterOutputs["imports"]["get"];

/** While a worker is at it. */
const WORKED_ON_MS = 1_000;

const isWorkedOn = ({ state }: Job): boolean => state === "PLANNING" || state === "RUNNING";
const isUndoing = ({ undo }: Job): boolean => undo?.state === "CHECKING" || undo?.state === "RUNNING";

/** Imports of which something may have been brought, and no worker brings more. */
const MAY_BE_UNDONE: readonly Job["state"][] = ["DONE", "FAILED", "PAUSED"];

/** One import: its files, how they are read, its plan, how far it is, and what came of it. */
export function ImportJob({ id }: { id: string }) {
  const query = trpc.imports.get.useQuery(
    { id },
    {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        data && (isWorkedOn(data) || isUndoing(data)) ? WORKED_ON_MS : false,
    },
  );
  const job = query.data;
  const mayPlan = job !== undefined && whyNotImportStep(job.state, "plan") === null;
  return (
    <>
      <QuerySection id="import" title="Import" query={query} skeletonLines={5}>
        {(shown) => <JobFacts job={shown} />}
      </QuerySection>
      {mayPlan && <ImportDrop importId={id} onAdded={() => void query.refetch()} />}
      {mayPlan && <PlanPart key={job.planDigest ?? "none"} job={job} />}
      {job?.report && <OutcomeSection title="Result" job={job} outcome={job.report} />}
      {job && MAY_BE_UNDONE.includes(job.state) && <UndoSection job={job} />}
    </>
  );
}

function JobFacts({ job }: { job: Job }) {
  const { state, files, createdBy, createdAt, finishedAt, settings, error, progress, report } = job;
  return (
    <div className="grid gap-3 text-sm">
      <Facts
        facts={[
          ["State", <ImportState key="state" state={state} />],
          ["Files", files.map(({ name, sizeBytes }) => `${name} (${formatBytes(sizeBytes)})`).join(", ")],
          ["Uploaded", `${formatNewYork(createdAt, "dateTime")} ET by ${createdBy}`],
          ...(settings ? [["Source", settings.source] as const] : []),
          ...(finishedAt ? [["Ended", `${formatNewYork(finishedAt, "dateTime")} ET`] as const] : []),
          ...(report ? [["Customers added", report.added.toLocaleString("en-US")] as const] : []),
        ]}
      />
      {error !== "" && (
        <Alert tone="danger" live="polite">
          {error}
        </Alert>
      )}
      {isWorkedOn(job) && <output>{progressText(job.state, progress)}</output>}
      <ImportActions job={job} />
    </div>
  );
}

function progressText(state: Job["state"], progress: Job["progress"]): string {
  const what = state === "PLANNING" ? "The plan is being made" : "The import is under way";
  if (progress === null) return `${what}.`;
  const count = (number: number) => number.toLocaleString("en-US");
  const { rows, loaded, completed, alreadyThere, refused, customers } = progress;
  const book = customers > 0 ? ` ${count(customers)} customers have their complete portfolio.` : "";
  return `${what}: ${count(rows)} rows of customers read, ${count(loaded)} added, ${count(completed)} completed, ${count(alreadyThere)} already there, ${count(refused)} refused.${book}`;
}
