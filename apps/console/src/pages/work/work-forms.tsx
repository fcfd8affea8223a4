import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { AssignWork, FinishWork, SnoozeWork } from "@countinghouse/validators/work/schemas";
import { type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { trpc } from "@/api/client.ts";
import { DateField } from "@/form/date-field.tsx";
import { type FormShellProps, keepFocus, useSubmission, useZodForm } from "@/form/form-shell.ts";
import { SelectField } from "@/form/select-field.tsx";
import { SubmitError } from "@/form/submit-error.tsx";
import { TextareaField } from "@/form/text-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { useNow } from "@/lib/timers.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import type { WorkItem, WorkList } from "./work-item.ts";

type WorkFormProps = {
  item: WorkItem;
  disabledReason: string | null;
  onDone: () => void;
};

const WAYS = [
  { value: "done", label: "Done" },
  { value: "later", label: "Put off" },
  { value: "give", label: "Give to" },
] as const;

/** What is done about an item whose cause does not end by itself. */
export function WorkForms({ staff, ...form }: WorkFormProps & { staff: WorkList["staff"] }) {
  const [way, setWay] = useState<(typeof WAYS)[number]["value"]>("done");
  return (
    <Tabs label="What is done" tabs={WAYS} value={way} onChange={setWay}>
      {way === "done" && <FinishForm {...form} />}
      {way === "later" && <SnoozeForm {...form} />}
      {way === "give" && <AssignForm {...form} staff={staff} />}
    </Tabs>
  );
}

const Reason = FinishWork.pick({ reason: true });

function FinishForm({ item: { kind, key }, disabledReason, onDone }: WorkFormProps) {
  const form = useZodForm(Reason, { reason: "" });
  const [requestIdFor] = useState(() => makeRequestIds());
  const finish = trpc.work.finish.useMutation({ onSuccess: () => said("Done.", onDone) });
  return (
    <SmallForm
      form={form}
      onSubmit={({ reason }) =>
        finish.mutate({ kind, key, reason, requestId: requestIdFor({ kind, key, reason }) })
      }
      submitting={finish.isPending}
      submitError={finish.error}
      submitLabel="Done"
      disabledReason={disabledReason}
    >
      <TextareaField
        control={form.control}
        name="reason"
        label="What was done"
        description="It comes back when its cause is heard of again, or in thirty days."
        rows={3}
      />
    </SmallForm>
  );
}

const MINUTE_MS = 60_000;
const Until = SnoozeWork.pick({ until: true });

function SnoozeForm({ item: { kind, key }, disabledReason, onDone }: WorkFormProps) {
  const tomorrow = addDays(newYorkDate(useNow(MINUTE_MS)), 1);
  const form = useZodForm(Until, { until: tomorrow });
  const [requestIdFor] = useState(() => makeRequestIds());
  const snooze = trpc.work.snooze.useMutation({ onSuccess: () => said("Put off.", onDone) });
  return (
    <SmallForm
      form={form}
      onSubmit={({ until }) =>
        snooze.mutate({ kind, key, until, requestId: requestIdFor({ kind, key, until }) })
      }
      submitting={snooze.isPending}
      submitError={snooze.error}
      submitLabel="Put off"
      disabledReason={disabledReason}
    >
      <DateField control={form.control} name="until" label="Until (ET)" min={tomorrow} />
    </SmallForm>
  );
}

const Whom = AssignWork.pick({ adminId: true });

function AssignForm({ item, staff, disabledReason, onDone }: WorkFormProps & { staff: WorkList["staff"] }) {
  const { kind, key, assignedTo } = item;
  const form = useZodForm(Whom, { adminId: assignedTo?.id ?? null });
  const [requestIdFor] = useState(() => makeRequestIds());
  const assign = trpc.work.assign.useMutation({ onSuccess: () => said("Given.", onDone) });
  return (
    <SmallForm
      form={form}
      onSubmit={({ adminId }) =>
        assign.mutate({ kind, key, adminId, requestId: requestIdFor({ kind, key, adminId }) })
      }
      submitting={assign.isPending}
      submitError={assign.error}
      submitLabel="Give"
      disabledReason={disabledReason}
    >
      <SelectField
        control={form.control}
        name="adminId"
        label="To"
        placeholder="Nobody"
        options={staff.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </SmallForm>
  );
}

function said(text: string, then: () => void): void {
  toast.success(text);
  then();
}

type SmallFormProps<Input extends FieldValues, Output> = Omit<
  FormShellProps<Input, Output>,
  "title" | "description" | "summary"
> & { children: ReactNode };

function SmallForm<Input extends FieldValues, Output>(shell: SmallFormProps<Input, Output>) {
  const submit = useSubmission(shell);
  return (
    <form noValidate onSubmit={submit} className="grid justify-items-start gap-3 pt-4 [&>div]:w-full">
      {shell.children}
      <SubmitError error={shell.submitError} failureMessage={shell.failureMessage} />
      <Button
        type="submit"
        pending={shell.submitting}
        disabledReason={shell.disabledReason ?? null}
        onMouseDown={keepFocus}
      >
        {shell.submitLabel}
      </Button>
    </form>
  );
}
