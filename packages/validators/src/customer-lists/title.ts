import { CHARGEBACKS_TITLE } from "../chargebacks/rules.ts";
import { CLOCKS } from "../deadlines/rules.ts";
import { LEDGER_MESSAGES } from "../messages.ts";
import { SCHEDULES_DUE_LABELS } from "../payment-schedules/rules.ts";
import { USER_FILTER_LABELS } from "../users/filter-labels.ts";
import { USER_TAG_LABELS } from "../users/filters.ts";
import type { CustomerSource } from "./schemas.ts";

const counted = (rows: number) => rows.toLocaleString("en-US");

/** What a kept list was made of, in words; what was searched for stays out, since it may name a person. */
export function customersTitle(of: CustomerSource): string {
  if (of.list === "chosen") return `Selected in ${of.from}`;
  const except = of.except.length === 0 ? [] : [`without ${counted(of.except.length)}`];
  if (of.list === "payment-schedules")
    return ["Payment Schedules", SCHEDULES_DUE_LABELS[of.due], ...except].join(" · ");
  if (of.list === "chargebacks") {
    const { transactionType, chargebackType, period, startDate, endDate } = of.filters;
    const types = [transactionType, chargebackType].filter((type) => type !== "All");
    const days = period === "Custom" ? `${startDate} to ${endDate}` : period;
    return [CHARGEBACKS_TITLE, ...types, days, ...except].join(" · ");
  }
  if (of.list === "deadlines") {
    const { kind, userId } = of.filters;
    const kinds = kind === null ? [] : [CLOCKS[kind].word];
    return ["Deadlines", ...kinds, ...(userId === null ? [] : [`user ${userId}`]), ...except].join(" · ");
  }
  if (of.list === "loans-ledger") return [LEDGER_MESSAGES.title, ...except].join(" · ");
  const { tags, ...single } = of.filters;
  const filters = Object.entries(single).flatMap(([name, value]) => {
    const { title, choices } = USER_FILTER_LABELS[name as keyof typeof single];
    return value === null ? [] : [`${title}: ${(choices as Record<string, string>)[value] ?? value}`];
  });
  return [
    "Users",
    ...(of.query === "" ? [] : ["searched"]),
    ...filters,
    ...tags.map((tag) => USER_TAG_LABELS[tag]),
    ...except,
  ].join(" · ");
}
