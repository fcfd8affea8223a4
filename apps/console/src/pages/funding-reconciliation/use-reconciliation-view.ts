import {
  RECONCILED_PAYMENT_STATUSES,
  RECONCILED_STATUSES,
  RECONCILIATION_TABS,
} from "@countinghouse/validators/reconciliation/rules";
import { createParser, parseAsStringLiteral, useQueryStates } from "nuqs";
import { parseAsDay } from "@/lib/parse-as-day.ts";

const parseAsFlag = createParser({
  parse: (text) => (text === "1" ? true : text === "0" ? false : null),
  serialize: (flag) => (flag ? "1" : "0"),
});

const params = {
  tab: parseAsStringLiteral(RECONCILIATION_TABS).withDefault("fundings"),
  startDate: parseAsDay.withDefault(""),
  endDate: parseAsDay.withDefault(""),
  issues: parseAsFlag.withDefault(true),
  status: parseAsStringLiteral([...new Set([...RECONCILED_STATUSES, ...RECONCILED_PAYMENT_STATUSES])]),
};

/** Which report is in sight, of which days it is, and what of it is in sight, kept in the address. */
export const useReconciliationView = () => useQueryStates(params, { history: "push" });
