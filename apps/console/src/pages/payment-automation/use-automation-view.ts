import {
  AUTOMATION_PERIODS,
  AUTOMATION_SOURCES,
  AUTOMATION_STATUSES,
  AUTOMATION_TYPES,
} from "@countinghouse/validators/automation/rules";
import type { AutomationFilters } from "@countinghouse/validators/automation/schemas";
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from "nuqs";
import { parseAsDay } from "@/lib/parse-as-day.ts";

const params = {
  period: parseAsStringLiteral(AUTOMATION_PERIODS).withDefault("Current Day"),
  from: parseAsDay.withDefault(""),
  to: parseAsDay.withDefault(""),
  /** The batch by the millisecond at which it was requested; all of the period without one. */
  batch: parseAsInteger,
  type: parseAsStringLiteral(AUTOMATION_TYPES).withDefault("All"),
  status: parseAsStringLiteral(AUTOMATION_STATUSES).withDefault("All"),
  source: parseAsStringLiteral(AUTOMATION_SOURCES).withDefault("All"),
};

/** What narrows the list, kept in the address. */
export function useAutomationView() {
  const [{ period, from, to, batch, type, status, source }, setParams] = useQueryStates(params, {
    history: "push",
  });
  const filters: AutomationFilters = {
    period,
    startDate: from,
    endDate: to,
    requestedAt: batch !== null && batch >= 0 ? batch : null,
    paymentType: type,
    status,
    source,
  };
  const change = (changed: Partial<AutomationFilters>) => {
    const next = { ...filters, ...changed };
    const isCustom = next.period === "Custom";
    void setParams({
      period: next.period,
      from: isCustom && next.startDate !== "" ? next.startDate : null,
      to: isCustom && next.endDate !== "" ? next.endDate : null,
      // Other days have other batches.
      batch: changed.period === undefined && changed.startDate === undefined ? next.requestedAt : null,
      type: next.paymentType,
      status: next.status,
      source: next.source,
    });
  };
  return {
    filters,
    isNarrowed: type !== "All" || status !== "All" || source !== "All",
    change,
    clear: () => change({ paymentType: "All", status: "All", source: "All" }),
  };
}

export type AutomationView = ReturnType<typeof useAutomationView>;
