import { WORK_KINDS } from "@countinghouse/validators/work/rules";
import { type ReactNode, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { useReadAgain } from "@/api/read-again.ts";
import { useOneByOne } from "@/api/use-one-by-one.ts";
import { itemName, type WorkItem, type WorkList } from "@/components/work/work-item.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { makeRequestIds, newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { SelectionActions } from "@/table/selection.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { useWayKeys, WAYS, type Way } from "./ways.ts";
import { useAssigneeForm, useReasonForm, useUntilForm } from "./work-fields.tsx";

type Staff = WorkList["staff"];
type BulkProps = {
  items: readonly WorkItem[];
  staff: Staff;
  /** Clears the selection, which also takes the dialog away. */
  onDone: () => void;
  onClose: () => void;
};

/** Offers Done, Snooze and Assign for the ticked items. */
export const workBulk =
  (staff: Staff): SelectionActions<WorkItem> =>
  (chosen, _count, clear) =>
    chosen.isAll ? null : <WorkBulk items={[...chosen.rows.values()]} staff={staff} onDone={clear} />;

function WorkBulk({ items, staff, onDone }: Omit<BulkProps, "onClose">) {
  const [way, setWay] = useState<Way | null>(null);
  const whyNot = useWhyNot("work.handle");
  useWayKeys((chosen) => whyNot === null && setWay(chosen));
  const form = { items, staff, onDone, onClose: () => setWay(null) };
  return (
    <>
      {WAYS.map(({ value, label }) => (
        <Button key={value} size="small" disabledReason={whyNot} onClick={() => setWay(value)}>
          {label}
        </Button>
      ))}
      {way === "done" && <FinishMany {...form} />}
      {way === "snooze" && <SnoozeMany {...form} />}
      {way === "assign" && <AssignMany {...form} />}
    </>
  );
}

const itemsText = (count: number): string => (count === 1 ? "1 item" : `${count} items`);

type BulkDialogProps<Input extends FieldValues, Output> = BulkProps & {
  form: UseFormReturn<Input, unknown, Output>;
  field: ReactNode;
  verb: string;
  send: (item: WorkItem, values: Output) => Promise<unknown>;
  outcome: (count: number, values: Output) => string;
  undo: (item: WorkItem) => Promise<unknown>;
};

/** One form for several items. Refused items stay in the dialog with their reasons. */
function BulkDialog<Input extends FieldValues, Output>({
  items,
  onDone,
  onClose,
  form,
  field,
  verb,
  send,
  outcome,
  undo,
}: BulkDialogProps<Input, Output>) {
  const { left, refusals, isSending, run } = useOneByOne(items, "work.finish");
  const readAgain = useReadAgain();
  const undoAll = async (done: readonly WorkItem[]) => {
    for (const item of done)
      await undo(item).catch((error: unknown) => toast.error(errorDetails(error).message));
    await readAgain("work.reopen");
  };
  const submit = async (values: Output) => {
    const { done, refused } = await run((item) => send(item, values));
    if (done.length > 0) toast.success(outcome(done.length, values), { undo: () => void undoAll(done) });
    if (refused.length === 0) onDone();
  };
  return (
    <DialogForm
      form={form}
      title={`${verb}: ${itemsText(left.length)}`}
      onSubmit={(values) => void submit(values)}
      submitting={isSending}
      submitError={null}
      submitLabel={`${verb}: ${itemsText(left.length)}`}
      onClose={left.length < items.length ? onDone : onClose}
    >
      {field}
      {refusals.length > 0 && (
        <Alert tone="danger" live="assertive">
          {items.length - refusals.length} of {items.length} succeeded. Refused:
          <ul className="mt-1 grid gap-0.5">
            {refusals.map(({ row, why }) => (
              <li key={itemName(row)}>
                {WORK_KINDS[row.kind].word}
                {row.userId !== null && ` of ${row.userId} ${row.userName}`}: {why}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </DialogForm>
  );
}

/** The commands on one item, each with the request id of its own input. */
function useCommands() {
  const { client } = trpc.useUtils();
  const [requestIdFor] = useState(() => makeRequestIds());
  const withId = <Input extends object>(input: Input) => ({ ...input, requestId: requestIdFor(input) });
  return { work: client.work, withId };
}

const named = ({ kind, key }: WorkItem) => ({ kind, key });

function FinishMany(bulk: BulkProps) {
  const { form, field } = useReasonForm();
  const { work, withId } = useCommands();
  return (
    <BulkDialog
      {...bulk}
      form={form}
      field={field}
      verb="Done"
      send={(item, values) => work.finish.mutate(withId({ ...named(item), ...values }))}
      outcome={(count) => `${itemsText(count)} done.`}
      undo={(item) => work.reopen.mutate({ ...named(item), requestId: newRequestId() })}
    />
  );
}

function SnoozeMany(bulk: BulkProps) {
  const { form, field } = useUntilForm();
  const { work, withId } = useCommands();
  return (
    <BulkDialog
      {...bulk}
      form={form}
      field={field}
      verb="Snooze"
      send={(item, values) => work.snooze.mutate(withId({ ...named(item), ...values }))}
      outcome={(count, { until }) => `${itemsText(count)} snoozed until ${until}.`}
      undo={(item) => work.reopen.mutate({ ...named(item), requestId: newRequestId() })}
    />
  );
}

function AssignMany(bulk: BulkProps) {
  const { form, field, assignedText } = useAssigneeForm(bulk.staff, null);
  const { work, withId } = useCommands();
  return (
    <BulkDialog
      {...bulk}
      form={form}
      field={field}
      verb="Assign"
      send={(item, values) => work.assign.mutate(withId({ ...named(item), ...values }))}
      outcome={(count, { adminId }) => `${itemsText(count)}: ${assignedText(adminId)}`}
      undo={(item) =>
        work.assign.mutate({
          ...named(item),
          adminId: item.assignedTo?.id ?? null,
          requestId: newRequestId(),
        })
      }
    />
  );
}
