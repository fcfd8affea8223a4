import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { AssignWork, FinishWork, SnoozeWork } from "@countinghouse/validators/work/schemas";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { DateField } from "@/form/date-field.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { SelectField } from "@/form/select-field.tsx";
import { TextareaField } from "@/form/text-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { useNow } from "@/lib/timers.ts";
import { Tabs } from "@/ui/tabs.tsx";
import { PromiseTab } from "./promise-tab.tsx";
import { useSaid, useSaidGiven } from "./reopen.tsx";
import { SmallForm, type WorkFormProps } from "./small-form.tsx";
import type { WorkItem, WorkList } from "./work-item.ts";

const WAYS = [
  { value: "done", label: "Done" },
  { value: "later", label: "Snooze" },
  { value: "give", label: "Assign" },
  { value: "promise", label: "Promise to pay" },
] as const;

/** What is done about an item whose cause does not end by itself. */
export function WorkForms({ staff, ...form }: WorkFormProps & { staff: WorkList["staff"] }) {
  const [way, setWay] = useState<(typeof WAYS)[number]["value"]>("done");
  return (
    <Tabs
      label="Action"
      tabs={takesPromise(form.item) ? WAYS : WAYS.filter(({ value }) => value !== "promise")}
      value={way}
      onChange={setWay}
    >
      {way === "done" && <FinishForm {...form} />}
      {way === "later" && <SnoozeForm {...form} />}
      {way === "promise" && form.item.userId !== null && <PromiseTab {...form} userId={form.item.userId} />}
      {way === "give" && <AssignForm {...form} staff={staff} />}
    </Tabs>
  );
}

/** Kinds of items that a payment of the customer ends. */
const OF_DEBT: readonly WorkItem["kind"][] = [
  "FAILED_PAYMENT",
  "BROKEN_PROMISE",
  "CHARGEBACK",
  "BANK_LINK_LOST",
];

const takesPromise = ({ kind, userId }: WorkItem): boolean => userId !== null && OF_DEBT.includes(kind);

const Reason = FinishWork.pick({ reason: true });

function FinishForm({ item: { kind, key }, disabledReason, onDone }: WorkFormProps) {
  const saidWithUndo = useSaid({ kind, key });
  const form = useZodForm(Reason, { reason: "" }, "onSubmit");
  const [requestIdFor] = useState(() => makeRequestIds());
  const finish = trpc.work.finish.useMutation({ onSuccess: () => saidWithUndo("Done.", onDone) });
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
        description="The item reopens if the problem is reported again, or after 30 days."
        rows={3}
      />
    </SmallForm>
  );
}

const MINUTE_MS = 60_000;
const Until = SnoozeWork.pick({ until: true });

function SnoozeForm({ item: { kind, key }, disabledReason, onDone }: WorkFormProps) {
  const saidWithUndo = useSaid({ kind, key });
  const tomorrow = addDays(newYorkDate(useNow(MINUTE_MS)), 1);
  const form = useZodForm(Until, { until: tomorrow });
  const [requestIdFor] = useState(() => makeRequestIds());
  const snooze = trpc.work.snooze.useMutation({ onSuccess: () => saidWithUndo("Snoozed.", onDone) });
  return (
    <SmallForm
      form={form}
      onSubmit={({ until }) =>
        snooze.mutate({ kind, key, until, requestId: requestIdFor({ kind, key, until }) })
      }
      submitting={snooze.isPending}
      submitError={snooze.error}
      submitLabel="Snooze"
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
  const saidGiven = useSaidGiven(item);
  const assign = trpc.work.assign.useMutation({ onSuccess: () => saidGiven(onDone) });
  return (
    <SmallForm
      form={form}
      onSubmit={({ adminId }) =>
        assign.mutate({ kind, key, adminId, requestId: requestIdFor({ kind, key, adminId }) })
      }
      submitting={assign.isPending}
      submitError={assign.error}
      submitLabel="Assign"
      disabledReason={disabledReason}
    >
      <SelectField
        control={form.control}
        name="adminId"
        label="Assignee"
        placeholder="Unassigned"
        options={staff.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </SmallForm>
  );
}
