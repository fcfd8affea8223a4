import type { Statement } from "@countinghouse/db";
import { DISCONNECT_DAYS } from "@countinghouse/validators/bank-links/rules";
import {
  LIEN_FAILED,
  LIEN_UNCONFIRMED,
  REGISTRATION_FAILED,
} from "@countinghouse/validators/businesses/rules";
import {
  CLOCK_KINDS,
  CLOCKS,
  type ClockKind,
  deadlineDay,
  REMINDER_CALENDAR_DAYS,
  remindersUntil,
} from "@countinghouse/validators/deadlines/rules";
import { DRIFT_WHAT_NAMES, DRIFT_WHATS } from "@countinghouse/validators/drift/rules";
import {
  COLLECTING_MODES,
  FUNDING_MODES,
  GIVING_BACK,
  modeRule,
  PAYMENT_MODES,
} from "@countinghouse/validators/payments/kinds";
import { FAILED_STATES, UNKNOWN_STATES, UNPAID_STATES } from "@countinghouse/validators/payments/states";
import { CLOCK_SET_BACK } from "@countinghouse/validators/recovery/rules";
import { WORK_KINDS, type WorkKind } from "@countinghouse/validators/work/rules";
import { NEW_YORK_TODAY, NOT_REPRESENTED, runningClocks } from "../deadlines/clocks.ts";
import { PROMISE_SAID_SQL, UNKEPT_SQL } from "../promises/paid.ts";
import { quotedList } from "../sql-text.ts";

/** A cause that waits for a person, as it stands now. Cents. */
export interface WorkFact {
  kind: WorkKind;
  /** Names the cause among those of its kind. */
  key: string;
  /** Whose it is; null where it is of no one customer. */
  userId: number | null;
  moneyCents: number | null;
  since: Date;
  /** When it was heard of last: what was done before that is not done any more. */
  latest: Date;
  /** YYYY-MM-DD, where it has a deadline of its own. */
  deadline: string | null;
  said: string;
  paymentId: string | null;
}

/** An item begins and ends with its facts, or waits from a moment on or until one by the clock alone. */
const LASTS = "NULL::timestamptz AS begins_at, NULL::timestamptz AS ends_at";
const from = (moment: string): string => `${moment} AS begins_at, NULL::timestamptz AS ends_at`;
const until = (moment: string): string => `NULL::timestamptz AS begins_at, ${moment} AS ends_at`;

/** A settlement that fits no payment is no return and no chargeback, whatever the step was. */
const UNMATCHED = "e.stage = 'MATCH' OR e.kind = 'SETTLEMENT'";
const REPORT = `e.id::text AS key, i.user_id AS user_id, e.amount_cents AS money, e.received_at AS since, e.received_at AS latest,
  NULL::date AS deadline, e.problem AS said, e.intent_id::text AS payment_id, ${LASTS}
  FROM processor_event e LEFT JOIN payment_intent i ON i.id = e.intent_id
  WHERE e.stage IS NOT NULL AND e.stage <> 'RETRY' AND e.deleted_at IS NULL AND e.applied_at IS NULL`;

/** A lien that lapses within so many days is to be continued (UCC § 9-515: within six months before). */
const LAPSES_WITHIN_DAYS = 183;

/** The clocks that no other item reminds of, as far as they end soon. */
const REMINDED = runningClocks(
  CLOCK_KINDS.filter((clock) => CLOCKS[clock].reminder === "DEADLINE"),
  (clock) => `c.from_day <= ${NEW_YORK_TODAY} + ${REMINDER_CALENDAR_DAYS - CLOCKS[clock].calendarDays}`,
);

const DRIFT_WORDS = DRIFT_WHAT_NAMES.map((what) => `WHEN '${what}' THEN '${DRIFT_WHATS[what].word}'`).join(
  " ",
);

const PAYOUT_MODES = PAYMENT_MODES.filter((mode) => modeRule(mode).direction === "out");

/** The payment `i` failed, came back, or was cancelled by the system. A cancellation by staff has another code. */
const CAME_TO_NOTHING = `(i.state IN ${quotedList(FAILED_STATES)} OR (i.state = 'CANCELLED' AND i.failure_code = 'refused'))`;

const FAILED_ITEM = `i.updated_at AS since, i.updated_at AS latest, NULL::date AS deadline,
      i.kind || CASE i.state WHEN 'RETURNED' THEN ' was returned: ' WHEN 'CANCELLED' THEN ' was not sent: ' ELSE ' failed: ' END
        || coalesce(nullif(i.failure_message, ''), 'no reason was reported.') AS said,
      i.id::text AS payment_id, ${LASTS} FROM payment_intent i`;

/** Another payment of the customer, begun after `i` had failed or come back. */
const LATER = `SELECT FROM payment_intent later WHERE later.user_id = i.user_id AND later.id > i.id
        AND later.created_at >= coalesce((SELECT max(e.received_at) FROM processor_event e
          WHERE e.intent_id = i.id AND e.kind = 'RETURN'), i.created_at)`;
const LATER_COUNTS = `later.state NOT IN ${quotedList(UNPAID_STATES)}`;

/** The last try of an instalment that is still owed. */
const FAILED_INSTALMENT = `SELECT i.id::text AS key, i.user_id AS user_id, d.due_cents AS money, ${FAILED_ITEM}
    JOIN LATERAL due_instalments(i.user_id) d ON d.schedule_id = i.schedule_id AND d.due_cents > 0
    WHERE ${CAME_TO_NOTHING}
      AND NOT EXISTS (SELECT FROM payment_intent later WHERE later.schedule_id = i.schedule_id AND later.id > i.id)`;

/** A payment from a customer who still owes, until as much is collected or the same is tried again. Imported history is left out. */
const FAILED_COLLECTION = `SELECT i.id::text AS key, i.user_id AS user_id, i.amount_cents AS money, ${FAILED_ITEM}
    JOIN user_balance b ON b.user_id = i.user_id AND b.balance_cents > 0
    WHERE i.kind IN ${quotedList(COLLECTING_MODES)} AND i.schedule_id IS NULL AND i.import_run_id IS NULL AND ${CAME_TO_NOTHING}
      AND NOT EXISTS (${LATER} AND later.payment_type = 'DEBIT' AND later.amount_cents >= i.amount_cents
        AND (later.kind = i.kind OR ${LATER_COUNTS}))`;

/** A payout, until another one goes out for the same, or the application or the payment that it gives back is over. */
const FAILED_PAYOUT = `SELECT i.id::text AS key, i.user_id AS user_id, i.amount_cents AS money, ${FAILED_ITEM}
    WHERE i.kind IN ${quotedList(PAYOUT_MODES)} AND i.import_run_id IS NULL AND ${CAME_TO_NOTHING}
      AND NOT EXISTS (${LATER} AND ${LATER_COUNTS} AND CASE WHEN i.kind IN ${quotedList(GIVING_BACK)}
        THEN later.parent_id = i.parent_id
        ELSE later.kind IN ${quotedList(FUNDING_MODES)} AND later.application_id IS NOT DISTINCT FROM i.application_id END)
      AND NOT EXISTS (SELECT FROM application a WHERE a.id = i.application_id AND (a.stage = 'declined'
        OR EXISTS (SELECT FROM application newer WHERE newer.user_id = a.user_id AND newer.id > a.id)))
      AND NOT EXISTS (SELECT FROM payment_intent given WHERE given.id = i.parent_id AND i.kind IN ${quotedList(GIVING_BACK)}
        AND given.state IN ${quotedList(UNPAID_STATES)})`;

/** A link of a customer who owes that the provider cuts soon. */
const LINK_IS_CUT = `SELECT l.user_id || ':' || l.id AS key, l.user_id AS user_id, b.balance_cents AS money,
      l.disconnect_told_at AS since, l.disconnect_told_at AS latest,
      (l.disconnect_told_at AT TIME ZONE 'America/New_York')::date + ${DISCONNECT_DAYS} AS deadline,
      'The link to ' || l.institution_name || ' ends soon. Ask the customer to renew it.' AS said, NULL AS payment_id, ${LASTS}
    FROM bank_link l JOIN user_balance b ON b.user_id = l.user_id AND b.balance_cents > 0
    WHERE l.is_active AND l.disconnect_told_at IS NOT NULL`;

/** An account of a customer who owes that may not be used any more, while another link of the customer works. */
const ACCOUNT_REVOKED = `SELECT l.user_id || ':account:' || a.id AS key, l.user_id AS user_id, b.balance_cents AS money,
      coalesce(a.revoked_at, l.revoked_at) AS since, coalesce(a.revoked_at, l.revoked_at) AS latest, NULL::date AS deadline,
      'The customer revoked permission to use account •••• ' || a.mask || ' of ' || l.institution_name
        || '. It is not debited. Ask the customer to link it again.' AS said, NULL AS payment_id, ${LASTS}
    FROM bank_account a JOIN bank_link l ON l.id = a.bank_link_id
    JOIN user_balance b ON b.user_id = l.user_id AND b.balance_cents > 0
    WHERE a.enabled AND a.replaced_at IS NULL AND coalesce(a.revoked_at, l.revoked_at) IS NOT NULL
      AND EXISTS (SELECT FROM bank_link other WHERE other.user_id = l.user_id AND other.is_active)
      AND NOT EXISTS (SELECT FROM debit_cure c WHERE c.number_index = a.number_index AND c.routing = a.routing
        AND c.cure = 'authorisation' AND c.recorded_at >= coalesce(a.revoked_at, l.revoked_at))`;

/**
 * What makes up each kind on a day: key, customer, money, since, latest, deadline, said, payment_id, and within the day begins_at and
 * ends_at. $1 is the beginning of the day in New York.
 */
const CAUSES: Readonly<Record<WorkKind, string>> = {
  CLOCK_SET_BACK: `SELECT e.id::text AS key, NULL::int AS user_id, NULL::bigint AS money, $1::timestamptz AS since, $1::timestamptz AS latest,
      NULL::date AS deadline, e.problem AS said, NULL AS payment_id, ${LASTS}
    FROM environment e WHERE e.problem LIKE '${CLOCK_SET_BACK}%'`,
  UNKNOWN_OUTCOME: `SELECT i.id::text AS key, i.user_id AS user_id, i.amount_cents AS money, i.created_at AS since,
      i.created_at AS latest, NULL::date AS deadline,
      coalesce(nullif(i.failure_message, ''), 'The processor has not reported the outcome. Do not repeat the payment.') AS said,
      i.id::text AS payment_id, ${from("CASE i.state WHEN 'UNKNOWN' THEN i.created_at + interval '1 minute' END")}
    FROM payment_intent i WHERE i.state IN ${quotedList(UNKNOWN_STATES)}`,
  BOOKED_OTHERWISE: `SELECT x.id::text AS key, i.user_id AS user_id, i.amount_cents AS money, x.opened_at AS since,
      x.opened_at AS latest, NULL::date AS deadline, x.message AS said, i.id::text AS payment_id, ${LASTS}
    FROM payment_exception x JOIN payment_intent i ON i.id = x.intent_id WHERE x.closed_at IS NULL`,
  UNMATCHED_REPORT: `SELECT ${REPORT} AND (${UNMATCHED})`,
  UNPROCESSED_REPORT: `SELECT ${REPORT} AND NOT (${UNMATCHED})`,
  CHARGEBACK: `SELECT e.id::text AS key, i.user_id AS user_id, e.amount_cents AS money, e.received_at AS since,
      e.received_at AS latest, e.answer_by AS deadline, 'Charged back: reason ' || coalesce(nullif(e.code, ''), 'not reported') || '.' AS said,
      i.id::text AS payment_id, ${LASTS}
    FROM processor_event e JOIN payment_intent i ON i.id = e.intent_id AND i.state = 'CHARGED_BACK'
    JOIN user_balance b ON b.user_id = i.user_id AND b.balance_cents > 0
    WHERE e.kind = 'CHARGEBACK' AND e.applied_at IS NOT NULL AND ${NOT_REPRESENTED}`,
  FAILED_PAYMENT: `${FAILED_INSTALMENT} UNION ALL ${FAILED_COLLECTION} UNION ALL ${FAILED_PAYOUT}`,
  BROKEN_PROMISE: `SELECT p.id::text AS key, p.user_id AS user_id, p.amount_cents - paid.cents AS money,
      ((p.due_on + 1)::timestamp AT TIME ZONE 'America/New_York') AS since,
      ((p.due_on + 1)::timestamp AT TIME ZONE 'America/New_York') AS latest, NULL::date AS deadline, ${PROMISE_SAID_SQL} AS said,
      NULL AS payment_id, ${LASTS}
    FROM ${UNKEPT_SQL} AND p.due_on < ${NEW_YORK_TODAY}`,
  REFUSED_CORRECTION: `SELECT c.event_id::text AS key, l.user_id AS user_id, NULL::bigint AS money, c.at AS since, c.at AS latest,
      NULL::date AS deadline, c.code || ': ' || c.why AS said, NULL AS payment_id, ${LASTS}
    FROM account_correction c JOIN bank_account k ON k.id = c.account_id AND k.enabled JOIN bank_link l ON l.id = k.bank_link_id
    WHERE c.state = 'REFUSED'`,
  MANUAL_REVIEW: `SELECT a.id::text AS key, a.user_id AS user_id, a.approved_amount_cents AS money, a.created_at AS since,
      a.created_at AS latest, NULL::date AS deadline,
      coalesce(nullif(a.manual_review_reason, ''), 'The decision is left to a person.') AS said, NULL AS payment_id,
      ${until("a.expires_at")}
    FROM application a WHERE a.alloy_status = 'Manual Review' AND a.manually_approved_at IS NULL
      AND a.stage NOT IN ('funded', 'declined') AND a.expires_at > $1::timestamptz
      AND NOT EXISTS (SELECT FROM application newer WHERE newer.user_id = a.user_id AND newer.id > a.id)`,
  BANK_LINK_LOST: `SELECT b.user_id::text AS key, b.user_id AS user_id, b.balance_cents AS money,
      max(l.created_at) AS since, max(l.created_at) AS latest, NULL::date AS deadline,
      'No bank of a customer who owes is linked any more.' AS said, NULL AS payment_id, ${LASTS}
    FROM bank_link l JOIN user_balance b ON b.user_id = l.user_id AND b.balance_cents > 0
    WHERE NOT l.is_active AND NOT EXISTS (SELECT FROM bank_link other WHERE other.user_id = l.user_id AND other.is_active)
    GROUP BY b.user_id, b.balance_cents
    UNION ALL ${LINK_IS_CUT} UNION ALL ${ACCOUNT_REVOKED}`,
  INSTITUTION_DOWN: `SELECT n.id AS key, NULL::int AS user_id, NULL::bigint AS money, coalesce(n.status_since, n.asked_at, $1) AS since,
      coalesce(n.status_since, n.asked_at, $1) AS latest, NULL::date AS deadline,
      n.name || ' is down: ' || n.customers || ' customers have linked it.' AS said, NULL AS payment_id, ${LASTS}
    FROM institution n WHERE n.status = 'DOWN' AND n.customers > 0`,
  FAILED_MESSAGE: `SELECT m.topic || ':' || md5(m.last_error) AS key, NULL::int AS user_id, NULL::bigint AS money,
      min(m.created_at) AS since, max(m.created_at) AS latest, NULL::date AS deadline,
      count(*) || CASE count(*) WHEN 1 THEN ' message' ELSE ' messages' END || ' (' || m.topic || '): ' || m.last_error AS said,
      NULL AS payment_id, ${LASTS}
    FROM outbox_message m WHERE m.state = 'FAILED' AND m.deleted_at IS NULL GROUP BY m.topic, m.last_error`,
  BUSINESS: `SELECT b.user_id::text AS key, b.user_id AS user_id, NULL::bigint AS money, b.updated_at AS since, b.updated_at AS latest,
      NULL::date AS deadline, coalesce(nullif(b.error, ''), 'The business verification service: ' || b.status || '.') AS said,
      NULL AS payment_id, ${LASTS}
    FROM business b WHERE b.status IN ('${REGISTRATION_FAILED}', 'error')`,
  LIEN: `SELECT l.id::text AS key, l.user_id AS user_id, l.principal_cents AS money, l.updated_at AS since, l.updated_at AS latest,
      CASE WHEN l.status = 'filed' THEN l.lapses_on END AS deadline,
      CASE WHEN l.status = 'filed' THEN 'It lapses on ' || l.lapses_on || '.'
        ELSE coalesce(nullif(l.error, ''), l.status || '.') END AS said, NULL AS payment_id, ${LASTS}
    FROM business_lien l
    WHERE (l.status IN ('${LIEN_FAILED}', '${LIEN_UNCONFIRMED}')
        OR (l.status = 'filed' AND l.lapses_on <= ${NEW_YORK_TODAY} + ${LAPSES_WITHIN_DAYS}))
      AND NOT EXISTS (SELECT FROM business_lien newer WHERE newer.user_id = l.user_id AND newer.created_at > l.created_at)`,
  OTHERS_LIEN: `SELECT o.vendor_id AS key, o.user_id AS user_id, b.balance_cents AS money, o.found_at AS since, o.found_at AS latest,
      NULL::date AS deadline, 'Another creditor filed a lien in ' || o.state || coalesce(' on ' || o.filed_on, '') || ', after the advance.' AS said,
      NULL AS payment_id, ${LASTS}
    FROM others_lien o JOIN user_balance b ON b.user_id = o.user_id AND b.balance_cents > 0
    WHERE o.status <> 'closed' AND EXISTS (SELECT FROM application a WHERE a.user_id = o.user_id
      AND (a.funded_at AT TIME ZONE 'America/New_York')::date <= coalesce(o.filed_on, (o.found_at AT TIME ZONE 'America/New_York')::date))`,
  APPROVAL: `SELECT a.id::text AS key, a.user_id AS user_id, a.amount_cents AS money, a.created_at AS since, a.created_at AS latest,
      (a.expires_at AT TIME ZONE 'America/New_York')::date AS deadline, a.title || '. ' || array_to_string(a.reasons, ' ') AS said,
      NULL AS payment_id, ${until("a.expires_at")}
    FROM approval a WHERE a.state = 'WAITING' AND a.expires_at > $1::timestamptz`,
  BREAK: `SELECT b.day::text AS key, NULL::int AS user_id, sum(abs(b.delta_cents))::bigint AS money, min(b.found_at) AS since,
      max(b.found_at) AS latest, NULL::date AS deadline,
      count(*) || CASE count(*) WHEN 1 THEN ' payment' ELSE ' payments' END || ' of ' || b.day
        || ' stand otherwise in product, ledger sheet or processor.' AS said, NULL AS payment_id, ${LASTS}
    FROM reconciliation_break b WHERE b.gone_at IS NULL AND b.resolution IS NULL GROUP BY b.day`,
  DRIFT: `SELECT d.what || ':' || d.id AS key, d.user_id AS user_id, NULL::bigint AS money, d.found_at AS since, d.found_at AS latest,
      NULL::date AS deadline, CASE d.what ${DRIFT_WORDS} END || ': here ' || d.ours || '; there ' || d.theirs || '.' AS said,
      NULL AS payment_id, ${LASTS}
    FROM drift d WHERE d.gone_at IS NULL AND d.repaired_at IS NULL`,
  // The day it runs from stands in the place of its deadline until `waitingFacts` reckons that.
  DEADLINE: `SELECT r.clock || ':' || r.key AS key, r.user_id AS user_id, r.money AS money, $1::timestamptz AS since, $1::timestamptz AS latest,
      r.from_day AS deadline, r.said AS said, NULL AS payment_id, ${until("r.ends_at")}
    FROM (${REMINDED}) r`,
};

/** Of one kind no more are read at once: of more, those that by and large matter most. */
export const MOST_OF_A_KIND = 1_000;

/** The order of `calculatePriority` within a kind, by calendar days: which items of very many are read at all. */
const ROUGHLY = (kind: WorkKind): string => {
  const since = "(c.since AT TIME ZONE 'America/New_York')::date";
  return `(1 + log(1 + greatest(coalesce(c.money, 0), 0) / 100.0))
    * CASE WHEN coalesce(c.deadline, ${since} + ${WORK_KINDS[kind].days}) < ${NEW_YORK_TODAY} THEN 4 ELSE 1 END
    * least(3, 1 + greatest(0, ${NEW_YORK_TODAY} - ${since}) / 7.0)`;
};

/** What is kept of a cause (`work_cause`). */
export const CAUSE_COLUMNS =
  "kind, key, customer_id, money_cents, since, latest, deadline, said, payment_id, begins_at, ends_at, rank";

/** The causes of some kinds on the day that begins at $1, each once; with `ofCustomers` those of the customers $2 alone. */
export const derivedCauses = (kinds: readonly WorkKind[], ofCustomers = false): string =>
  `SELECT DISTINCT ON (kind, key) ${CAUSE_COLUMNS} FROM (${kinds
    .map(
      (
        kind,
      ) => `SELECT '${kind}' AS kind, c.key, c.user_id AS customer_id, c.money::bigint AS money_cents, c.since, c.latest, c.deadline, c.said,
        c.payment_id, c.begins_at, c.ends_at, (${ROUGHLY(kind)})::float8 AS rank
      FROM (${CAUSES[kind]}) c${ofCustomers ? " WHERE c.user_id = ANY ($2::int[])" : ""}`,
    )
    .join("\n  UNION ALL ")}) d ORDER BY kind, key, since, said`;

/** Whether a cause waits at a moment of its day. */
const waitsAt = (moment: string): string =>
  `(c.begins_at IS NULL OR c.begins_at < ${moment}::timestamptz) AND (c.ends_at IS NULL OR c.ends_at > ${moment}::timestamptz)`;

const COLUMNS = `c.kind, c.key, c.customer_id AS "userId", c.money_cents::float8 AS "moneyCents", c.since, c.latest,
    c.deadline::text AS deadline, c.said, c.payment_id AS "paymentId"`;

/** Every kept cause that waits at $1, MOST_OF_A_KIND of a kind, each with how many of its kind there are. */
export const EVERY_CAUSE: Statement = {
  name: "work.causes",
  text: `SELECT ${COLUMNS}, k.of_kind AS "ofKind"
    FROM (SELECT c.kind, count(*)::int AS of_kind FROM work_cause c WHERE ${waitsAt("$1")} GROUP BY c.kind) k
    CROSS JOIN LATERAL (SELECT * FROM work_cause c WHERE c.kind = k.kind AND ${waitsAt("$1")}
      ORDER BY c.rank DESC, c.since LIMIT ${MOST_OF_A_KIND}) c`,
};

/** One cause as its facts are, at $3 on the day that begins at $1; no row once it is gone. */
export const oneCause = (kind: WorkKind): string =>
  `SELECT ${COLUMNS} FROM (${derivedCauses([kind])}) c WHERE c.key = $2 AND ${waitsAt("$3")}`;

/** The clock that a key of a DEADLINE names. */
const clockIn = (key: string): ClockKind | undefined =>
  CLOCK_KINDS.find((clock) => key.startsWith(`${clock}:`));

/**
 * What of the rows of a statement above waits at `now`: a deadline does from its first reminder on, and is heard of again with
 * its last one.
 */
export function waitingFacts<Row extends WorkFact>(rows: readonly Row[], now: Date): Row[] {
  return rows.flatMap((row) => {
    const clock = row.kind === "DEADLINE" ? clockIn(row.key) : undefined;
    if (clock === undefined || row.deadline === null) return row;
    const deadline = deadlineDay(clock, row.deadline);
    const reminders = remindersUntil(deadline, now);
    return reminders === null
      ? []
      : { ...row, ...reminders, deadline, said: `${CLOCKS[clock].word}. ${row.said}` };
  });
}
