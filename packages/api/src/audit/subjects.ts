import type { HistoryType } from "@countinghouse/validators/audit/rules";

const INT = { sql: "int", pattern: "^[0-9]{1,9}$" } as const;
const UUID = { sql: "uuid", pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" } as const;

/** The tables whose rows are subjects of events and belong to a customer, by the type that events name them by. */
const OF_CUSTOMERS = {
  application: { table: "application", id: INT },
  asset_report: { table: "asset_report", id: INT },
  bank_account: { table: "bank_account", id: INT },
  bank_link: { table: "bank_link", id: INT },
  business_lien: { table: "business_lien", id: UUID },
  card: { table: "card", id: INT },
  note: { table: "note", id: UUID },
  user_file: { table: "user_file", id: UUID },
} as const;

const OWNED = Object.entries(OF_CUSTOMERS);

/** Types whose id is the customer's own. */
const CUSTOMERS = ["user", "business"];

/** `text` as an id of this kind; null where it is none, so that no statement fails by an old event. */
const matchId = (text: string, { sql, pattern }: typeof INT | typeof UUID): string =>
  `substring(${text} from '${pattern.replaceAll("(-", "(?:-")}')::${sql}`;

/** The id of the batch that the event `e` is about; null where it is about something else. */
export const BATCH_ID = `CASE WHEN e.subject_type = 'bulk-batch' THEN ${matchId("e.subject_id", UUID)} END`;

/** The id of the admin whom the event `e` is about; null where it is about something else. */
export const SUBJECT_ADMIN_ID = `CASE WHEN e.subject_type = 'admin' THEN ${matchId("e.subject_id", UUID)} END`;

/** The id of the admin who did what the event `e` tells; null where it was none. */
export const ADMIN_ID = `CASE WHEN e.actor LIKE 'admin:%' THEN ${matchId("substring(e.actor from 7)", UUID)} END`;

/** The id of the customer whom the event `e` is about; null where it is about none. */
export const CUSTOMER_ID = `CASE
  WHEN e.subject_type IN (${CUSTOMERS.map((type) => `'${type}'`).join(", ")}) THEN ${matchId("e.subject_id", INT)}
  ${OWNED.map(
    ([type, { table, id }]) =>
      `WHEN e.subject_type = '${type}' THEN (SELECT o.user_id FROM ${table} o WHERE o.id = ${matchId("e.subject_id", id)})`,
  ).join("\n  ")} END`;

/** The ids of all events about one customer, whose id is the SQL `userId`: each subject by the index of its events. */
export const idsOfCustomer = (userId: string): string =>
  [
    `SELECT a.id FROM audit_event a WHERE a.subject_type IN (${CUSTOMERS.map((type) => `'${type}'`).join(", ")})
       AND a.subject_id = ${userId}::int::text`,
    ...OWNED.map(
      ([type, { table }]) =>
        `SELECT a.id FROM ${table} o JOIN audit_event a ON a.subject_type = '${type}' AND a.subject_id = o.id::text
         WHERE o.user_id = ${userId}::int`,
    ),
    `SELECT a.id FROM audit_event a WHERE a.subject_type IN ('collection', 'user_list')
       AND a.after->'userIds' @> to_jsonb(${userId}::int)`,
  ].join("\nUNION ALL ");

/** What events call these, which are told of as their customer's. */
const NAMED: Partial<Record<HistoryType, { table: string; id: typeof INT | typeof UUID; name: string }>> = {
  payment: { table: "payment_intent", id: UUID, name: "paymentId" },
  payment_schedule: { table: "payment_schedule", id: INT, name: "scheduleId" },
};

/** The condition that the event `e` is of one thing, whose id is the SQL text `id`. */
export function historyWhere(type: HistoryType, id: string): string {
  const named = NAMED[type];
  if (named === undefined) return `e.subject_type = '${type}' AND e.subject_id = ${id}::text`;
  const value = (side: string) => `e.${side}->>'${named.name}' = ${id}::text`;
  return `e.subject_type = 'user'
    AND e.subject_id = (SELECT o.user_id::text FROM ${named.table} o WHERE o.id = ${matchId(`${id}::text`, named.id)})
    AND (${value("before")} OR ${value("after")})`;
}
