import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { AssignWork, FinishWork, SnoozeWork } from "@countinghouse/validators/work/schemas";
import type { WorkList } from "@/components/work/work-item.ts";
import { DateField } from "@/form/date-field.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { SelectField } from "@/form/select-field.tsx";
import { TextareaField } from "@/form/text-field.tsx";
import { useNow } from "@/lib/timers.ts";

const MINUTE_MS = 60_000;
const Reason = FinishWork.pick({ reason: true });
const Until = SnoozeWork.pick({ until: true });
const Whom = AssignWork.pick({ adminId: true });

/** The form of Done, for one item or several. */
export function useReasonForm() {
  const form = useZodForm(Reason, { reason: "" }, "onSubmit");
  const field = (
    <TextareaField
      control={form.control}
      name="reason"
      label="What was done"
      description="The item reopens if the problem is reported again, or after 30 days."
      rows={3}
    />
  );
  return { form, field };
}

/** The form of Snooze. */
export function useUntilForm() {
  const tomorrow = addDays(newYorkDate(useNow(MINUTE_MS)), 1);
  const form = useZodForm(Until, { until: tomorrow });
  const field = <DateField control={form.control} name="until" label="Until (ET)" min={tomorrow} />;
  return { form, field };
}

/** The form of Assign. */
export function useAssigneeForm(staff: WorkList["staff"], adminId: string | null) {
  const form = useZodForm(Whom, { adminId });
  const field = (
    <SelectField
      control={form.control}
      name="adminId"
      label="Assignee"
      placeholder="Unassigned"
      options={staff.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
  const nameOf = (id: string | null) => staff.find((each) => each.id === id)?.name;
  const assignedText = (id: string | null) => (id === null ? "Unassigned." : `Assigned to ${nameOf(id)}.`);
  return { form, field, assignedText };
}
