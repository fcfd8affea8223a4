import type { TimelineKind } from "@countinghouse/validators/timeline/rules";
import { ADMIN_ID, idsOfCustomer } from "../audit/subjects.ts";
import { type AuditAction, FORMER_ACTIONS } from "../audit-actions.ts";

/** What the audit tells of a customer that no other source does. */
const AUDITED: Partial<Record<TimelineKind, readonly AuditAction[]>> = {
  crm: ["deals.decline", "deals.move", "deals.record", "deals.request"],
  flag: [
    "users.setFlag",
    "doNotFund.set",
    "doNotFund.clear",
    "remarks.add",
    "remarks.end",
    "users.manualApprove",
    "debitControl.record",
  ],
  edit: [
    "users.create",
    "users.edit",
    "users.beginApplication",
    "users.restartApplication",
    "users.setExternalPayment",
    "bankAccounts.addManually",
    "bankAccounts.addLostManually",
    "bankAccounts.makePrimary",
    "bankAccounts.setEnabled",
    "cards.makePrimary",
    "cards.setStatus",
    "loans.return",
    "paymentPreferences.set",
    "paymentSchedules.move",
    "paymentSchedules.update",
    "promises.change",
    "promises.end",
  ],
  access: ["reAccess.create", "reAccess.redeemed", "users.reveal", "users.revealSsn", "packets.create"],
};

/** An action under all names that it ever had. */
const actionNames = (action: AuditAction): string[] => [
  action,
  ...Object.entries(FORMER_ACTIONS).flatMap(([former, present]) => (present === action ? [former] : [])),
];

const listed = (actions: readonly AuditAction[]): string =>
  actions
    .flatMap(actionNames)
    .map((name) => `'${name}'`)
    .join(", ");

const audited = (kind: TimelineKind): string => `
  SELECT e.at AS at, 'audit:' || e.id AS key, e.action AS what, '' AS text, a.full_name AS who, NULL::bigint AS cents,
    NULL::text AS state, e.id::text AS ref
  FROM (SELECT * FROM audit_event e WHERE e.action IN (${listed(AUDITED[kind] ?? [])})
    AND e.id IN (${idsOfCustomer("$1")})) e LEFT JOIN admin a ON a.id = ${ADMIN_ID}`;

/**
 * What each kind of entry is read from, of customer $1: when, a key, what, a text, who, cents, the state of a payment, and what
 * it leads to.
 */
export const TIMELINE_SOURCES: Readonly<Record<TimelineKind, string>> = {
  note: `
  SELECT n.created_at AS at, 'note:' || n.id AS key, CASE WHEN n.pinned_at IS NULL THEN 'Note' ELSE 'Pinned note' END AS what,
    n.note AS text, a.full_name AS who, NULL::bigint AS cents, NULL::text AS state, n.id::text AS ref
  FROM note n JOIN admin a ON a.id = n.owner_id WHERE n.user_id = $1 AND n.deleted_at IS NULL`,
  payment: `
  SELECT i.created_at AS at, 'payment:' || i.id AS key, coalesce(m.line_item_type, i.kind::text) AS what,
    coalesce(nullif(i.failure_message, ''), nullif(m.description, ''), CASE WHEN i.instrument_last4 <> '' THEN '•••• ' || i.instrument_last4 END, '') AS text,
    a.full_name AS who, coalesce(i.moved_cents, i.amount_cents) AS cents, i.state::text AS state,
    CASE WHEN m.intent_id IS NULL THEN i.id::text END AS ref
  FROM payment_intent i LEFT JOIN manual_payment m ON m.intent_id = i.id LEFT JOIN admin a ON a.id = i.created_by_id
  WHERE i.user_id = $1`,
  return: `
  SELECT e.received_at AS at, 'return:' || e.id AS key, e.kind::text AS what,
    concat_ws(' ', nullif(e.code, ''), nullif(e.problem, '')) AS text, NULL::text AS who, e.amount_cents AS cents,
    NULL::text AS state, i.id::text AS ref
  FROM payment_intent i JOIN processor_event e ON e.intent_id = i.id
    AND e.kind IN ('RETURN', 'CHARGEBACK', 'CHARGEBACK_REVERSAL', 'REPRESENTMENT')
  WHERE i.user_id = $1`,
  promise: `
  SELECT p.made_at AS at, 'promise:' || p.id AS key, 'Promise to pay' AS what,
    'until ' || p.due_on || CASE WHEN p.ended_at IS NULL THEN '' ELSE '. It was ended.' END AS text,
    a.full_name AS who, p.amount_cents AS cents, NULL::text AS state, p.id::text AS ref
  FROM payment_promise p JOIN admin a ON a.id = p.made_by_id WHERE p.user_id = $1`,
  decision: `
  SELECT d.created_at AS at, 'decision:' || d.id AS key, d.outcome AS what,
    concat_ws(', ', nullif(d.primary_decline_reason, ''), nullif(array_to_string(d.outcome_reasons, ', '), '')) AS text,
    NULL::text AS who, NULL::bigint AS cents, NULL::text AS state, d.application_id::text AS ref
  FROM decision d WHERE d.user_id = $1`,
  journey: `
  SELECT j.happened_at AS at, 'journey:' || j.id AS key, j.name AS what, '' AS text, NULL::text AS who, j.amount_cents AS cents,
    NULL::text AS state, j.application_id::text AS ref
  FROM journey_event j WHERE j.user_id = $1`,
  file: `
  SELECT f.created_at AS at, 'file:' || f.id AS key, f.type AS what, f.name AS text, NULL::text AS who, NULL::bigint AS cents,
    NULL::text AS state, f.id::text AS ref
  FROM user_file f WHERE f.user_id = $1`,
  crm: audited("crm"),
  flag: audited("flag"),
  edit: audited("edit"),
  access: audited("access"),
};
