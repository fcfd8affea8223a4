import type { RouterOutputs } from "@countinghouse/api";
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
import { ScrolledTable } from "@/table/scrolled-table.tsx";
import { Button } from "@/ui/button.tsx";
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/ui/table.tsx";
import { setBy } from "./values-section.tsx";

type Target = RouterOutputs["work"]["targets"][number];

/** The banking days within which staff handle each kind of work item, in one table. */
export function WorkTargetsSection() {
  const targets = trpc.work.targets.useQuery();
  const [open, setOpen] = useState<Target | null>(null);
  return (
    <>
      <QuerySection id="work-targets" title="Response-time targets" query={targets} skeletonLines={43}>
        {(held) => (
          <ScrolledTable label="Response-time targets">
            <TableHeader>
              <TableRow>
                <TableHead>Type</TableHead>
                <TableHead>SLA (banking days)</TableHead>
                <TableHead>Last change</TableHead>
                <TableHead>
                  <span className="sr-only">Actions</span>
                </TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {held.map((target) => (
                <TableRow key={target.kind}>
                  <TableCell className="font-medium">{WORK_KINDS[target.kind].word}</TableCell>
                  <TableCell>{inDays(target.days)}</TableCell>
                  <TableCell className="text-muted-foreground">{setBy(target)}</TableCell>
                  <TableCell className="text-right">
                    <Button
                      size="small"
                      aria-label={`Change ${WORK_KINDS[target.kind].word}`}
                      onClick={() => setOpen(target)}
                    >
                      Change
                    </Button>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </ScrolledTable>
        )}
      </QuerySection>
      {open && <TargetForm target={open} onClose={() => setOpen(null)} />}
    </>
  );
}

const inDays = (days: number): string => {
  if (days === 0) return "Same day";
  return days === 1 ? "1 banking day" : `${days} banking days`;
};

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
