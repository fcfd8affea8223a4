import { RECONCILED_STATUSES } from "@countinghouse/validators/reconciliation-rules";
import { createParser, parseAsStringLiteral, useQueryStates } from "nuqs";
import { parseAsDay } from "@/lib/parse-as-day.ts";

const parseAsFlag = createParser({
  parse: (text) => (text === "1" ? true : text === "0" ? false : null),
  serialize: (flag) => (flag ? "1" : "0"),
});

const params = {
  startDate: parseAsDay.withDefault(""),
  endDate: parseAsDay.withDefault(""),
  issues: parseAsFlag.withDefault(true),
  status: parseAsStringLiteral(RECONCILED_STATUSES),
};

/** Of which days the report in sight is, and what of it is in sight, kept in the address. */
export const useReconciliationView = () => useQueryStates(params, { history: "push" });
