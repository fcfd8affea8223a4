import {
  AUTOMATION_PERIODS,
  AUTOMATION_SOURCES,
  AUTOMATION_STATUSES,
  AUTOMATION_TYPES,
  automationTypeLabel,
} from "@countinghouse/validators/automation/rules";
import { useId } from "react";
import { CustomDays } from "@/components/filters/custom-days.tsx";
import { LabelledFilter } from "@/components/filters/labelled-filter.tsx";
import { Select } from "@/ui/select.tsx";
import type { BatchTime } from "./use-automation.ts";
import type { AutomationView } from "./use-automation-view.ts";

const optionsOf = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: value }));

const PERIODS = optionsOf(AUTOMATION_PERIODS);
const STATUSES = optionsOf(AUTOMATION_STATUSES);
const SOURCES = optionsOf(AUTOMATION_SOURCES);
const TYPES = AUTOMATION_TYPES.map((value) => ({ value, label: automationTypeLabel(value) }));
const ALL_BATCHES = "all";

type AutomationFiltersProps = {
  view: AutomationView;
  /** What is shown: other than the address says while a batch is not complete. */
  shown: AutomationView["filters"];
  /** Of the period, the newest first; null while they are not known. */
  times: readonly BatchTime[] | null;
  /** Why nothing can be chosen, or null. */
  disabledReason: string | null;
};

/** Batch, time period, payment type, status and source. */
export default function AutomationFilters({ view, shown, times, disabledReason }: AutomationFiltersProps) {
  const reasonId = useId();
  const { change } = view;
  const isLocked = disabledReason !== null;
  const described = { disabled: isLocked, "aria-describedby": isLocked ? reasonId : undefined };
  return (
    <search aria-label="Payment automation" data-print="hide" className="mb-4 grid gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <LabelledFilter label="Batch (ET)">
          {(id) => (
            <Select
              id={id}
              className="min-w-52"
              options={batchOptions(times ?? [], shown.requestedAt)}
              value={shown.requestedAt === null ? ALL_BATCHES : String(shown.requestedAt)}
              onChange={(batch) => change({ requestedAt: batch === ALL_BATCHES ? null : Number(batch) })}
              {...described}
            />
          )}
        </LabelledFilter>
        <LabelledFilter label="Time period">
          {(id) => (
            <Select
              id={id}
              className="min-w-36"
              options={PERIODS}
              value={shown.period}
              onChange={(period) => change({ period })}
              {...described}
            />
          )}
        </LabelledFilter>
        <LabelledFilter label="Payment type">
          {(id) => (
            <Select
              id={id}
              className="min-w-40"
              options={TYPES}
              value={shown.paymentType}
              onChange={(paymentType) => change({ paymentType })}
              {...described}
            />
          )}
        </LabelledFilter>
        <LabelledFilter label="Status">
          {(id) => (
            <Select
              id={id}
              className="min-w-32"
              options={STATUSES}
              value={shown.status}
              onChange={(status) => change({ status })}
              {...described}
            />
          )}
        </LabelledFilter>
        <LabelledFilter label="Source">
          {(id) => (
            <Select
              id={id}
              className="min-w-24"
              options={SOURCES}
              value={shown.source}
              onChange={(source) => change({ source })}
              {...described}
            />
          )}
        </LabelledFilter>
        {shown.period === "Custom" && !isLocked && (
          <CustomDays
            key={`${shown.startDate} ${shown.endDate}`}
            startDate={shown.startDate}
            endDate={shown.endDate}
            onApply={change}
          />
        )}
      </div>
      {isLocked && (
        <p id={reasonId} className="text-xs text-muted-foreground">
          {disabledReason}
        </p>
      )}
    </search>
  );
}

function batchOptions(times: readonly BatchTime[], requestedAt: number | null) {
  const known = times.map(({ value, label }) => ({ value: String(value), label }));
  const isKnown = requestedAt === null || times.some(({ value }) => value === requestedAt);
  return [
    { value: ALL_BATCHES, label: "All of the period" },
    ...(isKnown ? [] : [{ value: String(requestedAt), label: "Unknown batch" }]),
    ...known,
  ];
}
