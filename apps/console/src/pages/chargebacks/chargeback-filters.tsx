import {
  CHARGEBACK_PERIODS,
  CHARGEBACK_TRANSACTION_TYPES,
  CHARGEBACK_TYPES,
} from "@countinghouse/validators/chargebacks/rules";
import { CustomDays } from "@/components/filters/custom-days.tsx";
import { LabelledFilter } from "@/components/filters/labelled-filter.tsx";
import { Select } from "@/ui/select.tsx";
import type { ChargebackView } from "./use-chargeback-view.ts";

const optionsOf = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: value }));

const TRANSACTION_TYPES = optionsOf(CHARGEBACK_TRANSACTION_TYPES);
const TYPES = optionsOf(CHARGEBACK_TYPES);
const PERIODS = optionsOf(CHARGEBACK_PERIODS);

/** Transaction type, chargeback type and time period; of a custom one the days, which are asked for by Apply. */
export default function ChargebackFilters({ view: { filters, change } }: { view: ChargebackView }) {
  return (
    <search aria-label="Chargebacks" data-print="hide" className="mb-4 flex flex-wrap items-end gap-3">
      <LabelledFilter label="Transaction type">
        {(id) => (
          <Select
            id={id}
            className="w-36"
            options={TRANSACTION_TYPES}
            value={filters.transactionType}
            onChange={(transactionType) => change({ transactionType })}
          />
        )}
      </LabelledFilter>
      <LabelledFilter label="Chargeback type">
        {(id) => (
          <Select
            id={id}
            className="w-40"
            options={TYPES}
            value={filters.chargebackType}
            onChange={(chargebackType) => change({ chargebackType })}
          />
        )}
      </LabelledFilter>
      <LabelledFilter label="Time period">
        {(id) => (
          <Select
            id={id}
            className="w-36"
            options={PERIODS}
            value={filters.period}
            onChange={(period) => change({ period })}
          />
        )}
      </LabelledFilter>
      {filters.period === "Custom" && (
        <CustomDays
          key={`${filters.startDate} ${filters.endDate}`}
          startDate={filters.startDate}
          endDate={filters.endDate}
          onApply={change}
        />
      )}
    </search>
  );
}
