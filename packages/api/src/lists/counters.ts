import { ListApprovals } from "@countinghouse/validators/approvals/schemas";
import { AutomationFilters } from "@countinghouse/validators/automation/schemas";
import { BusinessFilters } from "@countinghouse/validators/businesses/schemas";
import { ChargebackFilters } from "@countinghouse/validators/chargebacks/schemas";
import { ListDeadlines } from "@countinghouse/validators/deadlines/schemas";
import { MOST_COUNTED } from "@countinghouse/validators/lists/rules";
import type { ViewContent } from "@countinghouse/validators/lists/schemas";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { SearchPaymentSchedules } from "@countinghouse/validators/payment-schedules/schemas";
import { ProcessorFilters } from "@countinghouse/validators/processor-transactions/schemas";
import type { Capability } from "@countinghouse/validators/roles";
import { UserFilters } from "@countinghouse/validators/users/schemas";
import { ListWork } from "@countinghouse/validators/work/schemas";
import type { z } from "zod";
import { approvalsOfView } from "../approvals/list.ts";
import { automationRows } from "../automation/rows-sql.ts";
import { businessRows } from "../businesses/list.ts";
import { processedReports } from "../chargebacks/list.ts";
import { UNPROCESSED_REPORTS } from "../chargebacks/unprocessed.ts";
import type { AdminCtx } from "../context.ts";
import { runningDeadlines } from "../deadlines/service.ts";
import { CORRECTION_ROWS } from "../debit-control/service.ts";
import { LEDGER_ROWS } from "../ledger/list.ts";
import { namedStatement } from "../named-statement.ts";
import { exceptionRows } from "../payment-exceptions/list.ts";
import { dueRows } from "../payment-schedules/search.ts";
import { searchedCalls } from "../payments/search-processor.ts";
import type { ListedRows } from "../sql-text.ts";
import { filterSql } from "../users/filters.ts";
import { countWork } from "../work/list.ts";
import type { WithWorkPulse } from "../work/pulse.ts";

export type CountingCtx = AdminCtx<WithWorkPulse>;
type Params = ViewContent["params"];

/** What a view counts: asked once for all whose `key` is the same. */
export interface Counted {
  key: unknown;
  count: () => Promise<number>;
}

/** How the rows of a list are counted. */
export interface Counter {
  /** What reading the list takes. */
  needs: Capability;
  /** What a view of these parameters counts; null where it can not be counted at once. */
  counted: (ctx: CountingCtx, params: Params) => Counted | null;
}

type Count<Filters> = (ctx: CountingCtx, filters: Filters) => ListedRows | Promise<number>;

/** By the filters of the list, which `read` takes from the parameters of its address, and its own condition on them. */
const byFilters = <Filters>(
  needs: Capability,
  schema: z.ZodType<Filters>,
  read: (params: Params) => unknown,
  count: Count<Filters>,
): Counter => ({
  needs,
  counted: (ctx, params) => {
    const { data: filters } = schema.safeParse(read(params));
    if (filters === undefined) return null;
    return { key: filters, count: async () => countNow(ctx, await count(ctx, filters)) };
  },
});

/** Of a list that every view shows whole. */
const whole = (needs: Capability, rows: (now: Date) => ListedRows): Counter => ({
  needs,
  counted: (ctx) => ({ key: null, count: () => countNow(ctx, rows(ctx.now())) }),
});

/** What "mine" is differs from admin to admin. */
const byActor = (counter: Counter): Counter => ({
  ...counter,
  counted: (ctx, params) => {
    const counted = counter.counted(ctx, params);
    return counted && { ...counted, key: [ctx.actor.id, counted.key] };
  },
});

const toNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

/** A search is not counted. */
const unsearched = (text: string | undefined, filters: object): object | null => (text ? null : filters);

/** By the names that lists have in the console. */
export const COUNTERS: ReadonlyMap<string, Counter> = new Map<string, Counter>([
  [
    "users",
    byFilters(
      "users.read",
      UserFilters,
      ({ q, stage, balance, nextDue, pastDue, lastPayment, tags }) =>
        unsearched(q, {
          stage,
          balance,
          nextDue,
          pastDue,
          lastPayment,
          tags: tags ? tags.split(",") : undefined,
        }),
      (ctx, filters) => {
        const { condition, values } = filterSql(filters, newYorkDate(ctx.now()), 0);
        return { from: "user_standing s", condition: condition ?? "true", values };
      },
    ),
  ],
  [
    "payment-schedules",
    byFilters(
      "payments.read",
      SearchPaymentSchedules,
      ({ user, due }) => unsearched(user, { due }),
      (ctx, { due }) => dueRows(due, newYorkDate(ctx.now())),
    ),
  ],
  [
    "approvals",
    byActor(
      byFilters(
        "approvals.read",
        ListApprovals,
        ({ view }) => ({ view }),
        (ctx, filters) => ctx.db.approval.count({ where: approvalsOfView(ctx, filters), take: MOST_COUNTED }),
      ),
    ),
  ],
  ["today", byActor(byFilters("work.read", ListWork, ({ view, kind }) => ({ view, kind }), countWork))],
  [
    "deadlines",
    byFilters(
      "work.read",
      ListDeadlines,
      ({ kind, user }) => ({ kind, userId: toNumber(user) }),
      (ctx, filters) => runningDeadlines(filters, ctx.now()),
    ),
  ],
  [
    "chargebacks",
    byFilters(
      "chargebacks.read",
      ChargebackFilters,
      ({ type, kind, period, from, to }) => ({
        transactionType: type,
        chargebackType: kind,
        period,
        startDate: from,
        endDate: to,
      }),
      (ctx, filters) => processedReports(filters, ctx.now()),
    ),
  ],
  ["unprocessed-returns-and-chargebacks", whole("chargebacks.read", () => UNPROCESSED_REPORTS)],
  ["unmatched-reports", whole("paymentExceptions.read", (now) => exceptionRows("unmatched", now))],
  ["unknown-outcomes", whole("paymentExceptions.read", (now) => exceptionRows("unknown", now))],
  ["booked-otherwise", whole("paymentExceptions.read", (now) => exceptionRows("booked", now))],
  ["corrected-accounts", whole("accounts.read", () => CORRECTION_ROWS)],
  // Its filters stand in no address.
  ["business-lien", whole("businesses.read", () => businessRows(BusinessFilters.parse({})))],
  ["loans-ledger", whole("ledger.read", () => LEDGER_ROWS)],
  [
    "payment-processor",
    byFilters(
      "payments.read",
      ProcessorFilters,
      ({ user, ref, from, to, state }) => unsearched(ref, { userId: toNumber(user), from, to, state }),
      (_, filters) => searchedCalls(filters),
    ),
  ],
  [
    "payment-automation",
    byFilters(
      "automation.read",
      AutomationFilters,
      ({ period, from, to, batch, type, status, source }) => ({
        period,
        startDate: from,
        endDate: to,
        requestedAt: toNumber(batch),
        paymentType: type,
        status,
        source,
      }),
      (ctx, filters) => automationRows(filters, ctx.now()),
    ),
  ],
]);

async function countNow({ db }: CountingCtx, counted: ListedRows | number): Promise<number> {
  if (typeof counted === "number") return counted;
  const { from, condition, values } = counted;
  const [row] = await db.sql<{ count: number }>(
    namedStatement(
      "lists.count",
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${from} WHERE ${condition} LIMIT ${MOST_COUNTED}) c`,
    ),
    values,
  );
  return row?.count ?? 0;
}
