import { ALL_PARTNERS, CHANNELS, DEAL_TYPES, FUNNEL_PERIODS } from "@countinghouse/validators/funnel/rules";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { parseAsDay } from "@/lib/parse-as-day.ts";

const params = {
  deal: parseAsStringLiteral(DEAL_TYPES).withDefault("All"),
  channel: parseAsStringLiteral(CHANNELS).withDefault("All"),
  partner: parseAsString.withDefault(ALL_PARTNERS.value),
  period: parseAsStringLiteral(FUNNEL_PERIODS).withDefault("Current Month"),
  from: parseAsDay.withDefault(""),
  to: parseAsDay.withDefault(""),
};

/** What the report in sight is of, kept in the address; there is none while it has no days. */
export const useFunnelView = () => useQueryStates(params, { history: "push" });

export type FunnelView = ReturnType<typeof useFunnelView>[0];

export const isSameView = (one: FunnelView, other: FunnelView): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
