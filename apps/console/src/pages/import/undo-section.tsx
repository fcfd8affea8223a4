import {
  UNDO_STATE_WORDS,
  type UndoStep,
  undoSentence,
  whyNotUndoStep,
} from "@countinghouse/validators/import/undo";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { Section } from "@/layout/section.tsx";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Alert } from "@/ui/alert.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import type { Job } from "./import-job.tsx";
import { WrittenFiles } from "./written-files.tsx";

/** What customers were kept, as the server calls the file. */
const KEPT_FILE = "not-undone.csv";

const STEPS = [
  ["check", "Preview the undo"],
  ["begin", "Undo…"],
  ["pause", "Pause"],
  ["resume", "Resume"],
] as const satisfies readonly (readonly [UndoStep, string])[];

/** Takes an import back: first what would go is looked at, then it goes, as far as nothing was done since. */
export function UndoSection({ job }: { job: Job }) {
  const [isAsking, setAsking] = useState(false);
  const { id, undo } = job;
  const step = trpc.imports.undo.useMutation({
    onError: (error) => toast.error(errorDetails(error).message),
    onSettled: () => setAsking(false),
    meta: PENDING_UNTIL_READ,
  });
  const press = (name: UndoStep) => step.mutate({ requestId: newRequestId(), id, step: name });
  const kept = job.written.filter(({ name }) => name === KEPT_FILE);
  const plan = undo?.plan ?? null;
  return (
    <Section id="undo" title="Undo this import">
      <div className="grid gap-3 text-sm">
        {undo === null && (
          <p className="max-w-prose text-muted-foreground">
            Undo deletes the records this import added, restores the values it changed and reverses its ledger
            postings. Customers with later activity are kept completely.
          </p>
        )}
        {undo !== null && (
          <output>
            {UNDO_STATE_WORDS[undo.state]}
            {undo.finishedAt && ` on ${formatNewYork(undo.finishedAt, "dateTime")} ET`}
            {!undo.state.startsWith("CHECK") && ` by ${undo.requestedBy}`}
            {told(undo)}
          </output>
        )}
        {undo !== null && undo.error !== "" && (
          <Alert tone="danger" live="polite">
            {undo.error}
          </Alert>
        )}
        {kept.length > 0 && <WrittenFiles files={kept} />}
        <div className="flex flex-wrap gap-2">
          {STEPS.filter(([name]) => isOffered(undo, name)).map(([name, label]) => (
            <Button
              key={name}
              pending={step.isPending && step.variables.step === name}
              disabledReason={
                name === "begin" && plan !== null && isNothing(plan) ? "Nothing can be undone." : null
              }
              onClick={() => (name === "begin" ? setAsking(true) : press(name))}
            >
              {label}
            </Button>
          ))}
        </div>
        {isAsking && plan !== null && (
          <AlertDialog
            title={`Undo the import of ${job.files.map(({ name }) => name).join(", ")}?`}
            confirmLabel="Undo"
            cancelLabel="Keep"
            focus="cancel"
            destructive
            pending={step.isPending}
            onConfirm={() => press("begin")}
            onCancel={() => setAsking(false)}
          >
            {undoSentence(plan)}. {keptSentence(plan.kept)} The ledger keeps both the postings and their
            reversals.
          </AlertDialog>
        )}
      </div>
    </Section>
  );
}

type Undo = NonNullable<Job["undo"]>;

/** Of one that is wholly undone nothing is left to look at. */
const isOffered = (undo: Job["undo"], step: UndoStep): boolean =>
  whyNotUndoStep(undo?.state ?? null, step) === null && !(undo?.state === "DONE" && undo.report?.kept === 0);

type Counts = NonNullable<Undo["plan"]>;

const isNothing = ({ customers, completed }: Counts): boolean => customers + completed === 0;

const keptSentence = (kept: number): string =>
  kept === 0
    ? ""
    : `${kept.toLocaleString("en-US")} ${kept === 1 ? "customer is" : "customers are"} kept, because they have later activity.`;

function told({ state, plan, progress, report }: Undo): string {
  const counts = {
    CHECKED: plan,
    DONE: report,
    RUNNING: progress,
    PAUSED: progress,
    FAILED: progress,
    CHECKING: null,
  }[state];
  if (counts === null || counts.customers === undefined) return ".";
  return `: ${undoSentence(counts)}. ${keptSentence(counts.kept)}`.trimEnd();
}
