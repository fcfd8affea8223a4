import { RECONCILIATION_MESSAGES } from "@countinghouse/validators/messages";
import { isCalendarDate } from "@countinghouse/validators/new-york";
import {
  latestReconciliationDay,
  RECONCILIATION_EARLIEST,
  whyNotReconciliationDays,
} from "@countinghouse/validators/reconciliation/rules";
import { type FormEvent, useId, useState } from "react";
import { DayFilter } from "@/components/filters/day-filter.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";

type Days = { startDate: string; endDate: string };

type DaysFormProps = {
  /** In New York. */
  today: string;
  /** Empty while no report is in sight. */
  shown: Days;
  issuesOnly: boolean;
  onIssuesOnly: (issuesOnly: boolean) => void;
  pending: boolean;
  disabledReason: string | null;
  onRun: (days: Days) => void;
};

/** Of which days the next report is to be: two days ago, until others are chosen (specification 2, section 9). */
export function DaysForm({
  today,
  shown,
  issuesOnly,
  onIssuesOnly,
  pending,
  disabledReason,
  onRun,
}: DaysFormProps) {
  const latest = latestReconciliationDay(today);
  const [chosen, setChosen] = useState(() => clampDays(shown, latest));
  const [before, setBefore] = useState(shown);
  if (shown.startDate !== before.startDate || shown.endDate !== before.endDate) {
    setBefore(shown);
    setChosen(clampDays(shown, latest));
  }
  const [noteId, checkId] = [useId(), useId()];
  const { startDate, endDate } = chosen;
  const whyNot = whyNotReconciliationDays(startDate, endDate, today);
  const isWrong = whyNot !== null && isCalendarDate(startDate) && isCalendarDate(endDate);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (whyNot === null) onRun(chosen);
  };
  const day = (name: keyof typeof chosen, label: string) => (
    <DayFilter
      label={label}
      value={chosen[name]}
      min={RECONCILIATION_EARLIEST}
      max={latest}
      aria-invalid={isWrong || undefined}
      aria-describedby={noteId}
      onChange={(value) => setChosen({ ...chosen, [name]: value })}
    />
  );

  return (
    <form
      aria-label={RECONCILIATION_MESSAGES.title}
      noValidate
      data-print="hide"
      onSubmit={submit}
      className="mb-4 flex flex-wrap items-end gap-x-3 gap-y-2"
    >
      {day("startDate", "Start Date")}
      {day("endDate", "End Date")}
      <Button type="submit" variant="primary" pending={pending} disabledReason={disabledReason ?? whyNot}>
        {RECONCILIATION_MESSAGES.run}
      </Button>
      <label htmlFor={checkId} className="ml-3 flex h-(--control-h) items-center gap-2 text-sm">
        <Checkbox id={checkId} checked={issuesOnly} onCheckedChange={(checked) => onIssuesOnly(checked)} />
        Issues only
      </label>
      <p
        id={noteId}
        role={whyNot === null ? undefined : "alert"}
        className={`basis-full text-xs ${whyNot === null ? "text-muted-foreground" : "font-medium text-danger-fg"}`}
      >
        {whyNot ??
          `Choose days (ET) from ${RECONCILIATION_EARLIEST} to ${latest}. Newer days are not complete in every system yet.`}
      </p>
    </form>
  );
}

const clampDays = ({ startDate, endDate }: Days, latest: string): Days => ({
  startDate: startDate || latest,
  endDate: endDate || latest,
});
