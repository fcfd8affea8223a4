import type { RouterOutputs } from "@countinghouse/api";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { WORK_KINDS, WORK_TEXTS } from "@countinghouse/validators/work/rules";
import { WorkTargetForm } from "@countinghouse/validators/work/schemas";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextField } from "@/form/text-field.tsx";
import { QuerySection } from "@/layout/query-section.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";

type Target = RouterOutputs["work"]["targets"][number];

/** Within how many banking days what waits for a person is seen to, by kind. */
export function WorkTargetsSection() {
  const targets = trpc.work.targets.useQuery();
  const [open, setOpen] = useState<Target | null>(null);
  return (
    <>
      <QuerySection id="work-targets" title="SLA (banking days)" query={targets} skeletonLines={43}>
        {(held) => (
          <ul className="grid">
            {held.map((target) => (
              <li
                key={target.kind}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border/60 py-2 last:border-b-0"
              >
                <span className="min-w-0 flex-1">
                  <span className="font-medium">{WORK_KINDS[target.kind].word}</span>{" "}
                  <span className="num">{inDays(target.days)}</span>
                  <span className="block text-sm text-muted-foreground">{setBy(target)}</span>
                </span>
                <Button
                  size="small"
                  aria-label={`Change ${WORK_KINDS[target.kind].word}`}
                  onClick={() => setOpen(target)}
                >
                  Change
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QuerySection>
      {open && <TargetForm target={open} onClose={() => setOpen(null)} />}
    </>
  );
}

const inDays = (days: number): string => {
  if (days === 0) return "the same day";
  return days === 1 ? "1 banking day" : `${days} banking days`;
};

const setBy = ({ updatedAt, updatedBy }: Target): string =>
  updatedAt === null ? "Default." : `Set by ${updatedBy} on ${formatNewYork(updatedAt, "dateTime")} ET`;

/** Changes the time of one kind from what it was when the form was opened. */
function TargetForm({ target, onClose }: { target: Target; onClose: () => void }) {
  const [{ kind, days, version }] = useState(target);
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(WorkTargetForm, { days: String(days) });
  const save = trpc.work.setTarget.useMutation({
    onSuccess: () => {
      toast.success(WORK_TEXTS.targetSaved);
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  return (
    <DialogForm
      form={form}
      title={WORK_KINDS[kind].word}
      description="Counts from the day an item opens, if it has no deadline of its own. It affects the order of Today."
      onSubmit={(typed) => {
        const change = { kind, days: typed.days, version };
        save.mutate({ ...change, requestId: requestIdFor(change) });
      }}
      submitting={save.isPending}
      submitError={save.error}
      submitLabel="Save"
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="days"
        label="Banking days"
        inputMode="numeric"
        disabledReason={save.isPending ? "Saving…" : null}
      />
    </DialogForm>
  );
}
