import {
  CHARGEBACK_PERIODS,
  CHARGEBACK_TRANSACTION_TYPES,
  CHARGEBACK_TYPES,
} from "@countinghouse/validators/chargebacks/rules";
import { CustomDays, daysWith } from "@/components/filters/custom-days.tsx";
import { SelectFilter } from "@/components/filters/labelled-filter.tsx";
import { type ListParams, param } from "@/lib/list-params.ts";

const toOptions = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: value }));

const TRANSACTION_TYPES = toOptions(CHARGEBACK_TRANSACTION_TYPES);
const TYPES = toOptions(CHARGEBACK_TYPES);
const PERIODS = toOptions(CHARGEBACK_PERIODS);

export const CHARGEBACK_PARAMS = {
  type: param.oneOf(CHARGEBACK_TRANSACTION_TYPES).withDefault("All"),
  kind: param.oneOf(CHARGEBACK_TYPES).withDefault("All"),
  period: param.oneOf(CHARGEBACK_PERIODS).withDefault("Last 30 Days"),
  from: param.day.withDefault(""),
  to: param.day.withDefault(""),
  /** The number of the return rates whose rows lie over the list. */
  counted: param.text,
};

/** Transaction type, chargeback type and time period; of a custom one the days, which are asked for by Apply. */
export function ChargebackFilters({ params, change }: ListParams<typeof CHARGEBACK_PARAMS>) {
  const { type, kind, period, from, to } = params;
  return (
    <search aria-label="Chargebacks" data-print="hide" className="mb-4 flex flex-wrap items-end gap-3">
      <SelectFilter
        label="Transaction type"
        className="w-36"
        options={TRANSACTION_TYPES}
        value={type}
        onChange={(next) => change({ type: next })}
      />
      <SelectFilter
        label="Chargeback type"
        className="w-40"
        options={TYPES}
        value={kind}
        onChange={(next) => change({ kind: next })}
      />
      <SelectFilter
        label="Time period"
        className="w-36"
        options={PERIODS}
        value={period}
        onChange={(next) => change({ period: next, ...daysWith(next) })}
      />
      {period === "Custom" && (
        <CustomDays
          isLonger
          key={`${from} ${to}`}
          startDate={from}
          endDate={to}
          onApply={({ startDate, endDate }) => change({ from: startDate, to: endDate })}
        />
      )}
    </search>
  );
}
