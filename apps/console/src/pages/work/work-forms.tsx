import { whyNotPromiseOf } from "@countinghouse/validators/work/rules";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { trpc } from "@/api/client.ts";
import type { WorkItem, WorkList } from "@/components/work/work-item.ts";
import { firstControl } from "@/form/form-shell.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { Tabs } from "@/ui/tabs.tsx";
import { PromiseTab } from "./promise-tab.tsx";
import { useAssigned, useOutcome } from "./reopen.tsx";
import { SmallForm, type WorkFormProps } from "./small-form.tsx";
import { useWayKeys, WAYS, type Way } from "./ways.ts";
import { useAssigneeForm, useReasonForm, useUntilForm } from "./work-fields.tsx";

const WITH_PROMISE = [...WAYS, { value: "promise", label: "Promise to pay" }] as const;

type WorkFormsProps = WorkFormProps & { staff: WorkList["staff"]; begin?: Way | null };

/** The actions on an item whose cause does not end by itself. `begin` is the action that is shown first. */
export function WorkForms({ staff, begin = null, ...form }: WorkFormsProps) {
  const [way, setWay] = useState<Way | "promise">(begin ?? "done");
  const root = useRef<HTMLDivElement>(null);
  useWayKeys((chosen) => {
    flushSync(() => setWay(chosen));
    firstControl(root.current?.querySelector("form") ?? null)?.focus();
  }, true);
  return (
    <div ref={root} data-slot="work-forms">
      <Tabs label="Action" tabs={takesPromise(form.item) ? WITH_PROMISE : WAYS} value={way} onChange={setWay}>
        {way === "done" && <FinishForm {...form} />}
        {way === "snooze" && <SnoozeForm {...form} />}
        {way === "promise" && form.item.userId !== null && <PromiseTab {...form} userId={form.item.userId} />}
        {way === "assign" && <AssignForm {...form} staff={staff} />}
      </Tabs>
    </div>
  );
}

const takesPromise = ({ kind, userId }: WorkItem): boolean =>
  userId !== null && whyNotPromiseOf(kind) === null;

function FinishForm({ item: { kind, key }, disabledReason, onDone }: WorkFormProps) {
  const showOutcome = useOutcome({ kind, key });
  const { form, field } = useReasonForm();
  const [requestIdFor] = useState(() => makeRequestIds());
  const finish = trpc.work.finish.useMutation({ onSuccess: () => showOutcome("Done.", onDone) });
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
      {field}
    </SmallForm>
  );
}

function SnoozeForm({ item: { kind, key }, disabledReason, onDone }: WorkFormProps) {
  const showOutcome = useOutcome({ kind, key });
  const { form, field } = useUntilForm();
  const [requestIdFor] = useState(() => makeRequestIds());
  const snooze = trpc.work.snooze.useMutation({
    onSuccess: (_, { until }) => showOutcome(`Snoozed until ${until}.`, onDone),
  });
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
      {field}
    </SmallForm>
  );
}

function AssignForm({ item, staff, disabledReason, onDone }: WorkFormProps & { staff: WorkList["staff"] }) {
  const { kind, key, assignedTo } = item;
  const { form, field, assignedText } = useAssigneeForm(staff, assignedTo?.id ?? null);
  const [requestIdFor] = useState(() => makeRequestIds());
  const showAssigned = useAssigned(item);
  const assign = trpc.work.assign.useMutation({
    onSuccess: (_, { adminId }) => showAssigned(assignedText(adminId), onDone),
  });
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
      {field}
    </SmallForm>
  );
}
