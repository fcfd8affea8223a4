import {
  AUTOMATION_PERIODS,
  AUTOMATION_SOURCES,
  AUTOMATION_STATUSES,
  AUTOMATION_TYPES,
  automationTypeLabel,
} from "@countinghouse/validators/automation/rules";
import type { AutomationFilters as Filters } from "@countinghouse/validators/automation/schemas";
import { useId } from "react";
import { CustomDays, daysWith } from "@/components/filters/custom-days.tsx";
import { SelectFilter } from "@/components/filters/labelled-filter.tsx";
import { type ListParams, param } from "@/lib/list-params.ts";
import type { BatchTime } from "./use-automation.ts";

const toOptions = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: value }));

const PERIODS = toOptions(AUTOMATION_PERIODS);
const STATUSES = toOptions(AUTOMATION_STATUSES);
const SOURCES = toOptions(AUTOMATION_SOURCES);
const TYPES = AUTOMATION_TYPES.map((value) => ({ value, label: automationTypeLabel(value) }));
const ALL_BATCHES = "all";

/** What narrows the list. */
export const AUTOMATION_PARAMS = {
  period: param.oneOf(AUTOMATION_PERIODS).withDefault("Current Day"),
  from: param.day.withDefault(""),
  to: param.day.withDefault(""),
  /** The batch by the millisecond at which it was requested; all of the period without one. */
  batch: param.integer,
  type: param.oneOf(AUTOMATION_TYPES).withDefault("All"),
  status: param.oneOf(AUTOMATION_STATUSES).withDefault("All"),
  source: param.oneOf(AUTOMATION_SOURCES).withDefault("All"),
};

type AutomationFiltersProps = {
  change: ListParams<typeof AUTOMATION_PARAMS>["change"];
  /** What is shown: other than the address says while a batch is not complete. */
  shown: Filters;
  /** Of the period, the newest first; null while they are not known. */
  times: readonly BatchTime[] | null;
  /** Why nothing can be chosen, or null. */
  disabledReason: string | null;
};

/** Batch, time period, payment type, status and source. */
export function AutomationFilters({ change, shown, times, disabledReason }: AutomationFiltersProps) {
  const reasonId = useId();
  const isLocked = disabledReason !== null;
  const described = { disabled: isLocked, "aria-describedby": isLocked ? reasonId : undefined };
  return (
    <search aria-label="Payment automation" data-print="hide" className="mb-4 grid gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <SelectFilter
          label="Batch (ET)"
          className="min-w-52"
          options={batchOptions(times ?? [], shown.requestedAt)}
          value={shown.requestedAt === null ? ALL_BATCHES : String(shown.requestedAt)}
          onChange={(batch) => change({ batch: batch === ALL_BATCHES ? null : Number(batch) })}
          {...described}
        />
        <SelectFilter
          label="Time period"
          className="min-w-36"
          options={PERIODS}
          value={shown.period}
          // Other days have other batches.
          onChange={(period) => change({ period, ...daysWith(period), batch: null })}
          {...described}
        />
        <SelectFilter
          label="Payment type"
          className="min-w-40"
          options={TYPES}
          value={shown.paymentType}
          onChange={(type) => change({ type })}
          {...described}
        />
        <SelectFilter
          label="Status"
          className="min-w-32"
          options={STATUSES}
          value={shown.status}
          onChange={(status) => change({ status })}
          {...described}
        />
        <SelectFilter
          label="Source"
          className="min-w-24"
          options={SOURCES}
          value={shown.source}
          onChange={(source) => change({ source })}
          {...described}
        />
        {shown.period === "Custom" && !isLocked && (
          <CustomDays
            key={`${shown.startDate} ${shown.endDate}`}
            startDate={shown.startDate}
            endDate={shown.endDate}
            isLonger={false}
            onApply={({ startDate, endDate }) => change({ from: startDate, to: endDate, batch: null })}
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
