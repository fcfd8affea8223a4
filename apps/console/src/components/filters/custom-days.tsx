import { whyNotRange } from "@countinghouse/validators/custom-days";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/ui/button.tsx";
import { DayFilter } from "./day-filter.tsx";

type Days = { startDate: string; endDate: string };

/** What becomes of the days in an address when this period is chosen: they belong to a custom one alone. */
export const daysWith = (period: string): { from?: null; to?: null } =>
  period === "Custom" ? {} : { from: null, to: null };

/** The days of a custom period, more than one of them if `isLonger`; they count once Apply is pressed. */
export function CustomDays({
  onApply,
  isLonger,
  ...applied
}: Days & { isLonger: boolean; onApply: (days: Days) => void }) {
  const [days, setDays] = useState<Days>(applied);
  const { startDate, endDate } = days;
  const errorId = useId();
  const isEmpty = startDate === "" && endDate === "";
  const whyNot = isEmpty ? "Choose a start and an end date." : whyNotRange(startDate, endDate, { isLonger });
  const isWrong = whyNot !== null && startDate.length === 10 && endDate.length === 10;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (whyNot === null) onApply(days);
  };
  const day = (name: keyof Days, label: string) => (
    <DayFilter
      label={label}
      value={days[name]}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? errorId : undefined}
      onChange={(value) => setDays({ ...days, [name]: value })}
    />
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
      {day("startDate", "Start date (ET)")}
      {day("endDate", "End date (ET)")}
      <Button type="submit" variant="primary" disabledReason={whyNot}>
        Apply
      </Button>
      {isWrong && (
        <p id={errorId} role="alert" className="basis-full text-xs font-medium text-danger-fg">
          {whyNot}
        </p>
      )}
    </form>
  );
}
