import { WITHDRAWN_REASONS } from "@countinghouse/validators/adverse-action/principal-reasons";
import { CLOCKS, type ClockKind } from "@countinghouse/validators/deadlines/rules";
import {
  ACH_RETURN_CODES,
  RCC_RETURN_CODES,
  type ReturnCode,
} from "@countinghouse/validators/debit-control/return-codes";
import { MOST_REPRESENTMENTS } from "@countinghouse/validators/debit-control/rules";
import { paidOutSql } from "../ledger/paid-out.ts";
import { PROMISE_SAID_SQL, UNKEPT_SQL } from "../promises/paid.ts";
import { quotedList } from "../sql-text.ts";

/** The day it is in New York; $1 is now. */
const TODAY = "($1::timestamptz AT TIME ZONE 'America/New_York')::date";
const newYorkDay = (column: string): string => `(${column} AT TIME ZONE 'America/New_York')::date`;

const presentedAgain = (codes: Readonly<Record<string, ReturnCode>>): string =>
  Object.keys(codes)
    .filter((code) => codes[code]?.retry === "identical")
    .map((code) => `'${code}'`)
    .join(", ");

/** A return for want of funds. */
const UNFUNDED = `e.kind = 'RETURN' AND i.payment_type = 'DEBIT' AND CASE i.kind WHEN 'RCC'
  THEN e.code IN (${presentedAgain(RCC_RETURN_CODES)}) ELSE e.code IN (${presentedAgain(ACH_RETURN_CODES)}) END`;

/** The first day on which the card `k` is expired; null where its expiry is no month. */
const AFTER_CARD = `CASE WHEN k.expiry ~ '^(0[1-9]|1[0-2])[0-9]{2}$'
  THEN (make_date(2000 + right(k.expiry, 2)::int, left(k.expiry, 2)::int, 1) + interval '1 month')::date END`;

/** After so long a notice that did not go out is a matter for counsel, no reminder. */
const LATE_NOTICE_DAYS = 15;

const NOTICE_FROM = `$1::timestamptz - interval '${CLOCKS.ADVERSE_ACTION.calendarDays + LATE_NOTICE_DAYS + 1} days'`;

/** So much of a note is said of its follow-up. */
const LONGEST_SAID = 120;

/** The chargeback `e` of the payment `i` was not answered yet. */
export const NOT_REPRESENTED = `NOT EXISTS (SELECT FROM processor_event r WHERE r.intent_id = i.id
        AND r.kind = 'REPRESENTMENT' AND r.received_at >= e.received_at)`;

/**
 * What runs against each clock: key, customer, money, the day it runs from, and what happened. $1 is now. A fact that is gone
 * (answered, paid, replaced, expired) is no row.
 */
const RUNNING: Readonly<Record<ClockKind, string>> = {
  DISPUTE: `SELECT e.id::text AS key, i.user_id AS user_id, e.amount_cents AS money,
      coalesce(e.answer_by - ${CLOCKS.DISPUTE.calendarDays}, ${newYorkDay("e.received_at")}) AS from_day,
      'Charged back: reason ' || coalesce(nullif(e.code, ''), 'not reported') || '.' AS said
    FROM processor_event e JOIN payment_intent i ON i.id = e.intent_id AND i.state = 'CHARGED_BACK'
    WHERE e.kind = 'CHARGEBACK' AND e.applied_at IS NOT NULL AND ${NOT_REPRESENTED}
      AND coalesce(e.answer_by, ${newYorkDay("e.received_at")} + ${CLOCKS.DISPUTE.calendarDays}) >= ${TODAY}`,
  CORRECTION: `SELECT c.event_id::text AS key, l.user_id AS user_id, NULL::bigint AS money, ${newYorkDay("c.at")} AS from_day,
      c.code || ': ' || c.why AS said
    FROM account_correction c JOIN bank_account k ON k.id = c.account_id AND k.enabled JOIN bank_link l ON l.id = k.bank_link_id
    WHERE c.state = 'REFUSED'`,
  REPRESENTMENT: `SELECT s.id::text AS key, s.user_id AS user_id, s.amount_cents - s.paid_cents AS money,
      min(${newYorkDay("i.created_at")}) AS from_day,
      'The instalment of ' || s.payment_date || ' came back ' || CASE count(*) WHEN 1 THEN 'once' ELSE count(*) || ' times' END
        || ' for want of funds.' AS said
    FROM payment_schedule s JOIN payment_intent i ON i.schedule_id = s.id JOIN processor_event e ON e.intent_id = i.id
    WHERE s.status = 'UNPAID' AND ${UNFUNDED} AND ${paidOutSql("s")}
      AND NOT EXISTS (SELECT FROM bank_account a JOIN debit_cure c ON c.number_index = a.number_index AND c.routing = a.routing
        WHERE a.id = i.bank_account_id AND c.cure = 'authorisation' AND c.obtained_on >= e.happened_on
          AND c.recorded_at >= e.received_at)
    GROUP BY s.id, s.user_id HAVING count(*) <= ${MOST_REPRESENTMENTS}
      AND min(${newYorkDay("i.created_at")}) >= ${TODAY} - ${CLOCKS.REPRESENTMENT.calendarDays}`,
  UNAUTHORIZED_RETURN: `SELECT i.user_id::text AS key, i.user_id AS user_id, sum(i.amount_cents)::bigint AS money,
      max(e.happened_on) AS from_day,
      count(*) || CASE count(*) WHEN 1 THEN ' debit' ELSE ' debits' END || ' may still be returned as unauthorized.' AS said
    FROM processor_event e JOIN payment_intent i ON i.id = e.intent_id AND i.state = 'SETTLED'
    WHERE e.kind = 'SETTLEMENT' AND i.payment_type = 'DEBIT' AND i.bank_account_id IS NOT NULL AND i.kind <> 'RCC'
      AND e.happened_on >= ${TODAY} - ${CLOCKS.UNAUTHORIZED_RETURN.calendarDays}
    GROUP BY i.user_id`,
  OFFER: `SELECT a.id::text AS key, a.user_id AS user_id, a.approved_amount_cents AS money, ${newYorkDay("a.offer_expires_at")} AS from_day,
      'The offer on application ' || a.id || ' is not taken.' AS said, a.offer_expires_at AS ends_at
    FROM application a WHERE a.stage = 'offered' AND a.offer_expires_at > $1::timestamptz
      AND NOT EXISTS (SELECT FROM application newer WHERE newer.user_id = a.user_id AND newer.id > a.id)`,
  CONSENT: `SELECT l.id::text AS key, l.user_id AS user_id, b.balance_cents AS money, ${newYorkDay("l.consent_expires_at")} AS from_day,
      'The consent to read ' || l.institution_name || ' ends; the customer has to give it anew.' AS said,
      l.consent_expires_at AS ends_at
    FROM bank_link l JOIN user_balance b ON b.user_id = l.user_id AND b.balance_cents > 0
    WHERE l.is_active AND l.consent_expires_at > $1::timestamptz`,
  DISCONNECT: `SELECT l.id::text AS key, l.user_id AS user_id, b.balance_cents AS money, ${newYorkDay("l.disconnect_told_at")} AS from_day,
      'The link to ' || l.institution_name || ' is cut; the customer has to renew it.' AS said
    FROM bank_link l JOIN user_balance b ON b.user_id = l.user_id AND b.balance_cents > 0
    WHERE l.is_active AND l.disconnect_told_at IS NOT NULL`,
  // The first instalment after its last day, without a sort: a condition on the day reaches the index of the instalments.
  CARD: `SELECT k.id::text AS key, k.user_id AS user_id, s.amount_cents - s.paid_cents AS money, s.payment_date AS from_day,
      'The card *' || k.last4 || ' expires ' || left(k.expiry, 2) || '/' || right(k.expiry, 2) || ', before this instalment.' AS said
    FROM payment_schedule s JOIN card k ON k.user_id = s.user_id AND k.status = 'ACTIVE' AND k.is_primary
    WHERE s.status = 'UNPAID' AND s.payment_date >= ${TODAY} AND s.payment_date >= ${AFTER_CARD} AND ${paidOutSql("s")}
      AND NOT EXISTS (SELECT FROM payment_schedule e WHERE e.user_id = s.user_id AND e.status = 'UNPAID'
        AND ${paidOutSql("e")} AND e.payment_date >= ${TODAY} AND e.payment_date >= ${AFTER_CARD}
        AND (e.payment_date, e.id) < (s.payment_date, s.id))`,
  // The day is that of the decline by staff or an import, else of the newest decision of the engine.
  ADVERSE_ACTION: `SELECT a.id::text AS key, a.user_id AS user_id, NULL::bigint AS money, d.day AS from_day,
      'Application ' || a.id || ' was declined: ' || coalesce(nullif(a.decline_reason, ''), nullif(d.reason, ''), 'no reason is kept') || '.' AS said
    FROM (SELECT d.application_id, ${newYorkDay("d.created_at")} AS day, false AS by_staff,
        CASE d.outcome WHEN 'Denied' THEN coalesce(nullif(d.primary_decline_reason, ''), d.outcome_reasons[1], '') ELSE '' END AS reason
      FROM decision d WHERE d.created_at >= ${NOTICE_FROM}
        AND NOT EXISTS (SELECT FROM decision newer WHERE newer.application_id = d.application_id AND newer.created_at > d.created_at)
      UNION ALL SELECT s.id, ${newYorkDay("s.declined_at")}, true, '' FROM application s WHERE s.declined_at >= ${NOTICE_FROM}) d
    JOIN application a ON a.id = d.application_id AND d.by_staff = (a.declined_at IS NOT NULL)
    WHERE a.stage = 'declined' AND NOT a.notice_before AND d.day >= ${TODAY} - ${CLOCKS.ADVERSE_ACTION.calendarDays + LATE_NOTICE_DAYS}
      AND coalesce(nullif(a.decline_reason, ''), d.reason) NOT IN ${quotedList(WITHDRAWN_REASONS)}
      AND NOT EXISTS (SELECT FROM adverse_action_notice n WHERE n.application_id = a.id)`,
  LIEN_CONTINUATION: `SELECT l.id::text AS key, l.user_id AS user_id, l.principal_cents AS money, l.lapses_on AS from_day,
      'It may be continued from ' || (l.lapses_on - interval '6 months')::date || ' on.' AS said
    FROM business_lien l WHERE l.status = 'filed' AND l.lapses_on IS NOT NULL
      AND NOT EXISTS (SELECT FROM business_lien newer WHERE newer.user_id = l.user_id AND newer.created_at > l.created_at)`,
  LIEN_TERMINATION: `SELECT l.id::text AS key, l.user_id AS user_id, l.principal_cents AS money, ${newYorkDay("b.updated_at")} AS from_day,
      'The customer owes nothing. The lien' || coalesce(' ' || nullif(l.file_number, ''), '') || ' is still filed.' AS said
    FROM business_lien l JOIN user_balance b ON b.user_id = l.user_id AND b.balance_cents <= 0 WHERE l.status = 'filed'`,
  FOLLOW_UP: `SELECT n.id::text AS key, n.user_id AS user_id, NULL::bigint AS money, n.follow_up_on AS from_day,
      regexp_replace(left(n.note, ${LONGEST_SAID}), '[.\\s]*$', '') || CASE WHEN length(n.note) > ${LONGEST_SAID} THEN ' ….' ELSE '.' END AS said
    FROM note n WHERE n.follow_up_on IS NOT NULL AND n.deleted_at IS NULL`,
  PROMISE: `SELECT p.id::text AS key, p.user_id AS user_id, p.amount_cents - paid.cents AS money, p.due_on AS from_day,
      ${PROMISE_SAID_SQL} AS said
    FROM ${UNKEPT_SQL} AND p.due_on >= ${TODAY}`,
  PREFERENCE: `SELECT p.user_id::text AS key, p.user_id AS user_id, b.balance_cents AS money, u.until AS from_day,
      'Charged by ' || u.means || ' until then.' AS said
    FROM payment_preference p JOIN user_balance b ON b.user_id = p.user_id AND b.balance_cents > 0
    JOIN LATERAL (SELECT min(e.until) AS until, string_agg(e.means, ' and ' ORDER BY e.means) AS means
      FROM (VALUES ('account *' || p.bank_number, CASE WHEN p.use_bank THEN p.use_bank_until END),
        ('card *' || p.card_number, CASE WHEN p.use_card THEN p.use_card_until END)) AS e (means, until)
      WHERE e.until >= ${TODAY}) u ON u.until IS NOT NULL`,
};

/** Those that end within a day, as their statements say when. */
const END_BY_THE_MINUTE: readonly ClockKind[] = ["OFFER", "CONSENT"];

/**
 * The same of several clocks: clock, key, customer, money, day, what happened, and when the clock alone ends it; each may be narrowed
 * by a condition on `c`.
 */
export const runningClocks = (kinds: readonly ClockKind[], where: (kind: ClockKind) => string): string =>
  kinds
    .map((kind) => {
      const endsAt = END_BY_THE_MINUTE.includes(kind) ? "" : ", NULL::timestamptz AS ends_at";
      return `(SELECT '${kind}' AS clock, c.*${endsAt} FROM (${RUNNING[kind]}) c WHERE ${where(kind)})`;
    })
    .join("\n  UNION ALL ");

/** $1's day in New York, for a condition of `runningClocks`. */
export const NEW_YORK_TODAY = TODAY;
