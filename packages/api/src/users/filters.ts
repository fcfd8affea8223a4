import {
  type DayRange,
  lastPaymentRange,
  nextDueRange,
  pastDueRange,
} from "@countinghouse/validators/users/filter-days";
import type { UserTag } from "@countinghouse/validators/users/filters";
import type { UserFilters } from "@countinghouse/validators/users/schemas";

/** The days in the order of the indexes: no due date comes last, no payment comes first. */
export const DUE_SQL = "coalesce(s.due_on, '9999-12-31')";
export const LAST_PAYMENT_SQL = "coalesce(s.last_payment_on, '0001-01-01')";

export const TAG_SQL: Readonly<Record<UserTag, string>> = {
  doNotFund: "s.do_not_fund",
  external: "s.is_external",
  manualReview: "s.in_manual_review",
  bankLost: "s.bank_lost",
  funded: "s.was_funded",
};

const BALANCE_SQL = {
  owing: "s.balance_cents > 0",
  settled: "s.balance_cents = 0",
  credit: "s.balance_cents < 0",
} as const;

export interface FilterSql {
  /** The condition on `user_standing s`; null without filters. */
  condition: string | null;
  /** The values of the parameters of the condition. */
  values: string[];
  /** Filters of the same shape share one prepared statement. */
  shape: string;
}

/** Returns the filters as SQL, with parameters numbered after `parameters`. `today` is YYYY-MM-DD in New York. */
export function filterSql(filters: UserFilters, today: string, parameters: number): FilterSql {
  const values: string[] = [];
  const place = (value: string) => `$${parameters + values.push(value)}::date`;
  const within = (sql: string, { from, to }: DayRange) =>
    [from !== null && `${sql} >= ${place(from)}`, to !== null && `${sql} <= ${place(to)}`].filter(Boolean);
  const { stage, balance, nextDue, pastDue, lastPayment, tags } = filters;
  const conditions = [
    ...(stage === null ? [] : [stage === "none" ? "s.stage IS NULL" : `s.stage = '${stage}'`]),
    ...(balance === null ? [] : [BALANCE_SQL[balance]]),
    ...[...new Set(tags)].sort().map((tag) => TAG_SQL[tag]),
    ...(nextDue === null
      ? []
      : nextDue === "none"
        ? [`${DUE_SQL} = '9999-12-31'`]
        : [...within(DUE_SQL, nextDueRange(nextDue, today)), "s.due_on IS NOT NULL"]),
    ...(pastDue === null ? [] : within(DUE_SQL, pastDueRange(pastDue, today))),
    ...(lastPayment === null
      ? []
      : lastPayment === "never"
        ? [`${LAST_PAYMENT_SQL} = '0001-01-01'`]
        : [
            ...within(LAST_PAYMENT_SQL, lastPaymentRange(lastPayment, today)),
            "s.last_payment_on IS NOT NULL",
          ]),
  ];
  return {
    condition: conditions.length === 0 ? null : conditions.join(" AND "),
    values,
    shape: [stage, balance, nextDue, pastDue, lastPayment, ...[...new Set(tags)].sort()].join("-"),
  };
}

/** Returns the condition with literal days, for statements without parameters. The code computes the days, so they are safe. */
export function filterLiteral(filters: UserFilters, today: string): string {
  const { condition, values } = filterSql(filters, today, 0);
  return (condition ?? "true").replaceAll(
    /\$(\d+)::date/g,
    (_, place: string) => `date '${values[Number(place) - 1] ?? ""}'`,
  );
}
