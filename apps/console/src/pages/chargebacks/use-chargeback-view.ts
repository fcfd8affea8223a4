import {
  CHARGEBACK_PERIODS,
  CHARGEBACK_TRANSACTION_TYPES,
  CHARGEBACK_TYPES,
} from "@countinghouse/validators/chargebacks/rules";
import type { ChargebackFilters } from "@countinghouse/validators/chargebacks/schemas";
import { parseAsStringLiteral, useQueryStates } from "nuqs";
import { parseAsDay } from "@/lib/parse-as-day.ts";

const params = {
  type: parseAsStringLiteral(CHARGEBACK_TRANSACTION_TYPES).withDefault("All"),
  kind: parseAsStringLiteral(CHARGEBACK_TYPES).withDefault("All"),
  period: parseAsStringLiteral(CHARGEBACK_PERIODS).withDefault("Last 30 Days"),
  from: parseAsDay.withDefault(""),
  to: parseAsDay.withDefault(""),
};

/** What narrows the list, kept in the address. */
export function useChargebackView() {
  const [{ type, kind, period, from, to }, setParams] = useQueryStates(params, { history: "push" });
  const filters: ChargebackFilters = {
    transactionType: type,
    chargebackType: kind,
    period,
    startDate: from,
    endDate: to,
  };
  return {
    filters,
    isNarrowed: type !== "All" || kind !== "All",
    change: (changed: Partial<ChargebackFilters>) => {
      const next = { ...filters, ...changed };
      const isCustom = next.period === "Custom";
      void setParams({
        type: next.transactionType,
        kind: next.chargebackType,
        period: next.period,
        from: isCustom && next.startDate !== "" ? next.startDate : null,
        to: isCustom && next.endDate !== "" ? next.endDate : null,
      });
    },
  };
}

export type ChargebackView = ReturnType<typeof useChargebackView>;
