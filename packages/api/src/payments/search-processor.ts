import type { Statement } from "@countinghouse/db";
import { addDays, startOfDay } from "@countinghouse/validators/new-york";
import { PROCESSORS } from "@countinghouse/validators/processor-transactions/rules";
import type {
  ProcessorFilters,
  SearchProcessor,
} from "@countinghouse/validators/processor-transactions/schemas";
import type { AdminCtx } from "../context.ts";
import { customerName } from "../customer-name.ts";
import type { ListedRows } from "../sql-text.ts";
import {
  CALLS,
  callsCondition,
  callsWhere,
  type ProcessorTransaction,
  toPage,
} from "./processor-transactions.ts";

interface FoundTransaction extends ProcessorTransaction {
  paymentId: string;
  key: string;
  userId: number;
  firstname: string;
  lastname: string;
  businessName: string;
}

const COLUMNS = `, c.intent_id::text AS "paymentId", c.provider_key AS key, c.user_id AS "userId",
    u.firstname, u.lastname, u.business_name AS "businessName"`;

/**
 * Returns one page of the calls to payment processors for all users, the latest first, with the cursor of the next page. Filters:
 * user, whole key, reference or payment id, the New York days of sending, and the state of the payment. Amounts in cents.
 */
export async function searchProcessor(ctx: AdminCtx, input: SearchProcessor) {
  const { statement, values } = searchFor(input);
  const rows = await ctx.db.sql<FoundTransaction>(statement, values);
  const { transactions, nextCursor } = toPage(rows, input.limit);
  return {
    transactions: transactions.map(({ firstname, lastname, businessName, ...row }) => ({
      ...row,
      userName: customerName({ id: row.userId, firstname, lastname, businessName }),
    })),
    nextCursor,
  };
}

interface Search {
  statement: Statement;
  values: unknown[];
}

/** Returns one prepared statement per set of filters. It spells out the state, so that a rare state uses its own index. */
export function searchFor({ cursor, limit, ...filters }: SearchProcessor): Search {
  const { userId, reference, from, to, state } = filters;
  const values: unknown[] = [limit + 1];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const conditions = searchConditions(filters, parameter);
  if (cursor !== null)
    conditions.push(`(t.sent_at, t.id) < (${parameter(cursor.sentAt)}, ${parameter(cursor.id)}::uuid)`);
  const shape = [
    userId && "user",
    reference && "reference",
    from && "from",
    to && "to",
    state,
    cursor && "next",
  ];
  const name = `payments.search.${shape.filter(Boolean).join(".")}`;
  return { statement: { name, text: callsWhere(conditions, COLUMNS) }, values };
}

/** Returns the SQL source and condition of the calls that these filters find. */
export function searchedCalls(filters: ProcessorFilters): ListedRows {
  const values: unknown[] = [];
  const conditions = searchConditions(filters, (value) => `$${values.push(value)}`);
  return { from: CALLS, condition: callsCondition(conditions), values };
}

function searchConditions(
  { userId, reference, from, to, state }: ProcessorFilters,
  parameter: (value: unknown) => string,
): string[] {
  const conditions: string[] = [];
  if (userId !== null) conditions.push(`i.user_id = ${parameter(userId)}`);
  if (reference !== "") conditions.push(`t.id IN (${namedBy(parameter(reference))})`);
  if (from !== null) conditions.push(`t.sent_at >= ${parameter(startOfDay(from))}`);
  if (to !== null) conditions.push(`t.sent_at < ${parameter(startOfDay(addDays(to, 1)))}`);
  if (state !== null) conditions.push(`i.state = '${state}'`);
  return conditions;
}

/** Returns SQL for the attempts with this key of ours (lower case), this reference of the processor, or this payment id. */
const namedBy = (text: string): string => `
  SELECT id FROM payment_attempt WHERE provider_key IN (${text}, lower(${text}))
  UNION ALL SELECT id FROM payment_attempt
    WHERE provider IN (${PROCESSORS.map((provider) => `'${provider}'`).join(", ")}) AND provider_reference = ${text}
  UNION ALL SELECT id FROM payment_attempt
    WHERE intent_id = (CASE WHEN ${text} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN ${text}::uuid END)`;
