import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { AuditFile } from "@countinghouse/validators/audit/schemas";
import { seesWhole } from "@countinghouse/validators/masking";
import type { Role } from "@countinghouse/validators/roles";
import { auditTitles, selectAudit } from "../audit/export.ts";
import { idsOfCustomer } from "../audit/subjects.ts";
import type { Core } from "../core.ts";
import { csvHead } from "../csv-export.ts";
import { harmlessSql } from "../harmless-text.ts";
import { userEntries } from "../ledger/lines.ts";

/** One table of a packet: a SELECT of these columns. */
export interface Sheet {
  name: string;
  columns: readonly string[];
  select: string;
}

type Columns = readonly (readonly [name: string, sql: string])[];

const text = (sql: string): string => harmlessSql(`coalesce(${sql}, '')`);
const time = (sql: string): string =>
  `to_char(${sql} AT TIME ZONE 'America/New_York', 'YYYY-MM-DD HH24:MI:SS')`;
const dollars = (sql: string): string => `round(${sql} / 100.0, 2)`;
const hex = (sql: string): string => `encode(${sql}, 'hex')`;

const sheet = (name: string, columns: Columns, from: string): Sheet => ({
  name,
  columns: columns.map(([title]) => title),
  select: `SELECT ${columns.map(([, sql]) => sql).join(", ")} FROM ${from}`,
});

const AT = "Time (America/New_York)";

/** What is kept of a customer, table by table, with personal data as this role may see it. `userId` is a whole number. */
export function packetSheets(role: Role, userId: number): Sheet[] {
  const dob = seesWhole(role, "dob") ? "u.dob::text" : "'****-**-**'";
  return [
    sheet(
      "timeline",
      [
        [AT, time("t.at")],
        ["What", text("t.what")],
        ["Details", text("t.details")],
        ["Amount (USD)", dollars("t.cents")],
      ],
      timeline(userId),
    ),
    sheet(
      "customer",
      [
        ["User Id", "u.id"],
        ["First Name", text("u.firstname")],
        ["Last Name", text("u.lastname")],
        ["Business", text("u.business_name")],
        ["Company", text("u.company_name")],
        ["Email", text("u.email")],
        ["Phone", text("u.phone")],
        ["Date of Birth", dob],
        ["SSN (last four)", "u.ssn_last4"],
        [
          "Address",
          text(
            "concat_ws(', ', nullif(u.current_address, ''), nullif(u.city, ''), nullif(u.state, ''), nullif(u.zipcode, ''))",
          ),
        ],
        ["Do Not Fund", "u.do_not_fund"],
        ["Do Not Fund Reason", text("u.do_not_fund_reason")],
        ["External Agency", text("u.external_agency")],
        ["Balance (USD)", dollars("coalesce(b.balance_cents, 0)")],
        ["Created (America/New_York)", time("u.created_at")],
      ],
      `users u LEFT JOIN user_balance b ON b.user_id = u.id WHERE u.id = ${userId}`,
    ),
    sheet(
      "applications",
      [
        ["Application Id", "a.id"],
        ["Created (America/New_York)", time("a.created_at")],
        ["Stage", "a.stage"],
        ["Workflow", text("a.workflow_used")],
        ["Approved (USD)", dollars("a.approved_amount_cents")],
        ["Payback (USD)", dollars("a.payback_amount_cents")],
        ["Payment (USD)", dollars("a.payment_amount_cents")],
        ["Discount (USD)", dollars("a.discount_amount_cents")],
        ["Origination Fee Rate", "a.ofee_rate"],
        ["Disbursement Fee (USD)", dollars("a.disbursement_fee_cents")],
        ["Disbursement (USD)", dollars("a.disbursement_amount_cents")],
        ["Contract Signed (America/New_York)", time("a.contract_signed_at")],
        ["Funded (America/New_York)", time("a.funded_at")],
        ["Manually Approved (America/New_York)", time("a.manually_approved_at")],
        ["Manual Review Reason", text("a.manual_review_reason")],
        ["Decline Reason", text("a.decline_reason")],
      ],
      `application a WHERE a.user_id = ${userId} ORDER BY a.id`,
    ),
    sheet(
      "decisions",
      [
        ["Decision Id", "d.id"],
        [AT, time("d.created_at")],
        ["Application Id", "d.application_id"],
        ["Flow", text("d.flow_type")],
        ["Outcome", text("d.outcome")],
        ["Reasons", text("array_to_string(d.outcome_reasons, '; ')")],
        ["Primary Decline Reason", text("d.primary_decline_reason")],
      ],
      `decision d WHERE d.user_id = ${userId} ORDER BY d.id`,
    ),
    sheet(
      "schedule",
      [
        ["Schedule Id", "s.id"],
        ["Application Id", "s.application_id"],
        ["Due", "s.payment_date"],
        ["Amount (USD)", dollars("s.amount_cents")],
        ["Paid (USD)", dollars("s.paid_cents")],
        ["Status", "s.status"],
      ],
      `payment_schedule s WHERE s.user_id = ${userId} ORDER BY s.payment_date, s.id`,
    ),
    sheet(
      "payments",
      [
        ["Payment Id", "i.id"],
        ["Created (America/New_York)", time("i.created_at")],
        ["Kind", "i.kind"],
        ["Type", "i.payment_type"],
        ["Amount (USD)", dollars("i.amount_cents")],
        ["Moved (USD)", dollars("i.moved_cents")],
        ["State", "i.state"],
        ["Account or Card (last four)", "i.instrument_last4"],
        ["Application Id", "i.application_id"],
        ["Failure Code", text("i.failure_code")],
        ["Failure", text("i.failure_message")],
        ["Sent (America/New_York)", time("p.sent_at")],
        ["Processor", text("p.provider")],
        ["Processor Reference", text("p.provider_reference")],
        ["By", text("m.email")],
      ],
      `payment_intent i LEFT JOIN admin m ON m.id = i.created_by_id
       LEFT JOIN LATERAL (SELECT * FROM payment_attempt WHERE intent_id = i.id ORDER BY sequence DESC LIMIT 1) p ON true
       WHERE i.user_id = ${userId} ORDER BY i.created_at, i.id`,
    ),
    sheet(
      "ledger",
      [
        ["Entry Id", "l.entry_id"],
        ["Effective On", "l.effective_on"],
        ["Posted (America/New_York)", time("l.created_at")],
        ["Kind", "l.kind"],
        ["Amount (USD)", dollars("l.amount_cents")],
        ["Owed Afterwards (USD)", dollars("l.balance_cents")],
        ["Payment Id", "l.intent_id"],
      ],
      `(${userEntries().replaceAll("$1", String(userId))}) l ORDER BY l.effective_on, l.created_at, l.entry_id`,
    ),
    sheet(
      "notes",
      [
        [AT, time("n.created_at")],
        ["By", text("o.email")],
        ["Note", text("n.note")],
        ["Changed By", text("e.email")],
        ["Deleted (America/New_York)", time("n.deleted_at")],
      ],
      `note n LEFT JOIN admin o ON o.id = n.owner_id LEFT JOIN admin e ON e.id = n.editor_id
       WHERE n.user_id = ${userId} ORDER BY n.created_at, n.id`,
    ),
    sheet(
      "remarks",
      [
        ["Remark Date", "r.remark_date"],
        ["Category", text("r.category")],
        ["Remark", text("r.note")],
        ["Added By", text("r.added_by")],
        ["Stops Debits", "r.stops_debits"],
        ["Ended (America/New_York)", time("r.ended_at")],
        ["End Reason", text("r.end_reason")],
      ],
      `derogatory_remark r WHERE r.user_id = ${userId} ORDER BY r.remark_date, r.id`,
    ),
    sheet(
      "promises",
      [
        ["Recorded (America/New_York)", time("p.made_at")],
        ["Amount (USD)", dollars("p.amount_cents")],
        ["Until", "p.due_on"],
        ["Ended (America/New_York)", time("p.ended_at")],
      ],
      `payment_promise p WHERE p.user_id = ${userId} ORDER BY p.made_at, p.id`,
    ),
    sheet(
      "adverse-action-notices",
      [
        ["Sent (America/New_York)", time("n.sent_at")],
        ["Application Id", "n.application_id"],
        ["To", text("n.sent_to")],
        ["Reasons", text("array_to_string(n.reasons, '; ')")],
      ],
      `adverse_action_notice n WHERE n.user_id = ${userId} ORDER BY n.sent_at, n.application_id`,
    ),
    { name: "audit", columns: auditTitles(role), select: selectAudit(role, AuditFile.parse({ userId })) },
    sheet(
      "audit-chain",
      [
        ["Event", "e.id"],
        ["Position", "k.position"],
        ["Event Hash", hex("e.content_hash")],
        ["Event Key", "e.key_id"],
        ["Previous Link", hex("k.previous_hash")],
        ["Link", hex("k.hash")],
        ["Link Key", "k.key_id"],
      ],
      `audit_event e LEFT JOIN audit_link k ON k.event_id = e.id
       WHERE e.id IN (${idsOfCustomer(`${userId}::int`)}) ORDER BY e.id`,
    ),
    sheet(
      "ledger-chain",
      [
        ["Transaction", "t.id"],
        ["Position", "k.position"],
        ["Signature", hex("t.signature")],
        ["Key", "t.key_id"],
        ["Previous Link", hex("k.previous_hash")],
        ["Link", hex("k.hash")],
        ["Link Key", "k.key_id"],
      ],
      `ledger_transaction t LEFT JOIN ledger_link k ON k.transaction_id = t.id
       WHERE EXISTS (SELECT FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
         WHERE e.transaction_id = t.id AND a.user_id = ${userId}) ORDER BY k.position, t.id`,
    ),
  ];
}

/** Everything that happened to a customer, by time. */
const timeline = (userId: number): string => `(
    SELECT created_at AS at, 'Customer added' AS what, '' AS details, NULL::bigint AS cents FROM users WHERE id = ${userId}
    UNION ALL SELECT created_at, 'Application begun', 'Application ' || id, NULL FROM application WHERE user_id = ${userId}
    UNION ALL SELECT created_at, 'Decision', outcome || ' (' || flow_type || ', application ' || application_id || ')', NULL
      FROM decision WHERE user_id = ${userId}
    UNION ALL SELECT contract_signed_at, 'Contract signed', 'Application ' || id, NULL
      FROM application WHERE user_id = ${userId} AND contract_signed_at IS NOT NULL
    UNION ALL SELECT created_at, 'Payment ' || kind, state::text || ' ' || id, amount_cents FROM payment_intent WHERE user_id = ${userId}
    UNION ALL SELECT created_at, 'Posted: ' || kind, 'Owed afterwards: ' || round(balance_cents / 100.0, 2), amount_cents
      FROM (${userEntries().replaceAll("$1", String(userId))}) posted
    UNION ALL SELECT created_at, 'Note', note, NULL FROM note WHERE user_id = ${userId} AND deleted_at IS NULL
    UNION ALL SELECT created_at, 'Remark', category || ': ' || note, NULL FROM derogatory_remark WHERE user_id = ${userId}
    UNION ALL SELECT created_at, 'Document', type || ': ' || name, NULL FROM user_file WHERE user_id = ${userId}
  ) t ORDER BY t.at, t.what`;

/** A table as CSV. */
export async function writeSheet(
  db: Core["db"]["read"],
  { columns, select }: Sheet,
): Promise<Uint8Array<ArrayBuffer>> {
  const sink = new PassThrough();
  const content = buffer(sink);
  sink.write(csvHead(columns));
  await db.csv(select, { sink, onStart: () => {} });
  sink.end();
  return Uint8Array.from(await content);
}
