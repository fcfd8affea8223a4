import type { ReadDb } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import {
  IN_PROGRESS_STATES,
  type InProgressState,
  UNKNOWN_STATES,
} from "@countinghouse/validators/payments/states";
import { CLOCK_SET_BACK } from "@countinghouse/validators/recovery/rules";
import { lastCheck } from "../chain/check.ts";
import { quotedList } from "../sql-text.ts";
import type { Vendor } from "../vendors-off.ts";

/** Messages of a topic that are not delivered, by state; `oldestAt` is when the first of them was queued. */
export interface OutboxStanding {
  topic: string;
  state: string;
  count: number;
  oldestAt: Date;
}

/** Payment states that need a person. */
export const STATES_FOR_STAFF = UNKNOWN_STATES;

/** Payments that are not over, by state. */
export interface PaymentStanding {
  state: InProgressState;
  count: number;
  oldestAt: Date;
}

/** Rows of bulk jobs that are not over: of those that run, are paused, or are held before they begin. */
export interface BulkStanding {
  kind: string;
  state: "RUNNING" | "PAUSED" | "HELD";
  rows: number;
  lastProgressAt: Date;
}

interface Counted {
  sessions: number;
  auditTail: number;
  oldestUnlinkedAt: Date | null;
}

/** What waits in the database: for the page, and for whoever measures. All by index but the small tables. */
export async function readStanding(db: ReadDb, vault: Vault, now: Date) {
  const [outbox, payments, bulk, [counted], chainCheck, [backup], [connections], [workKept], environment] =
    await Promise.all([
      db.sql<OutboxStanding & Record<string, unknown>>(
        {
          name: "system.outbox",
          text: `SELECT topic::text AS topic, state::text AS state, count(*)::int AS count, min(created_at) AS "oldestAt"
          FROM outbox_message WHERE state IN ('QUEUED', 'FAILED') AND deleted_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2`,
        },
        [],
      ),
      db.sql<PaymentStanding & Record<string, unknown>>(
        {
          name: "system.payments",
          text: `SELECT state::text AS state, count(*)::int AS count, min(created_at) AS "oldestAt" FROM payment_intent
          WHERE state IN ${quotedList(IN_PROGRESS_STATES)} GROUP BY 1 ORDER BY 1`,
        },
        [],
      ),
      db.sql<BulkStanding & Record<string, unknown>>(
        {
          name: "system.bulk",
          text: `SELECT kind::text AS kind,
              CASE WHEN state = 'RUNNING' AND held_until > $1 THEN 'HELD' ELSE state::text END AS state, sum(total - done - failed - unknown - cancelled)::int AS rows,
              min(CASE WHEN held_until <= $1 THEN greatest(last_progress_at, held_until) ELSE last_progress_at END) AS "lastProgressAt"
            FROM bulk_batch WHERE state IN ('RUNNING', 'PAUSED') GROUP BY 1, 2 ORDER BY 1, 2`,
        },
        [now],
      ),
      db.sql<Counted & Record<string, unknown>>(
        {
          name: "system.counted",
          text: `SELECT
            (SELECT count(*)::int FROM admin_session
              WHERE revoked_at IS NULL AND idle_until > $1 AND absolute_until > $1) AS sessions,
            (SELECT count(*)::int FROM audit_unlinked) AS "auditTail",
            (SELECT min(e.at) FROM audit_unlinked u JOIN audit_event e ON e.id = u.event_id) AS "oldestUnlinkedAt"`,
        },
        [now],
      ),
      lastCheck({ db, vault }, now),
      db.sql<{ takenAt: Date }>(
        {
          name: "system.backup",
          text: `SELECT (after ->> 'takenAt')::timestamptz AS "takenAt" FROM audit_event
          WHERE subject_type = 'backup' ORDER BY id DESC LIMIT 1`,
        },
        [],
      ),
      db.sql<{ open: number; most: number }>(
        {
          name: "system.connections",
          text: `SELECT sum(numbackends)::int AS open, current_setting('max_connections')::int AS most FROM pg_stat_database`,
        },
        [],
      ),
      db.sql<{ comparedAt: Date | null; differed: number; first: string }>(
        {
          name: "system.work",
          text: `SELECT max(compared_at) AS "comparedAt", coalesce(sum(differed), 0)::int AS differed,
          coalesce(min(difference) FILTER (WHERE differed > 0), '') AS first FROM work_kept`,
        },
        [],
      ),
      db.environment.findFirst({ select: { problem: true } }),
    ]);
  return {
    /** Connections to the database, of whomever, and how many it takes. */
    connections: connections ?? { open: 0, most: 0 },
    chainCheck,
    /** When what waits for people was compared with its facts last, and what was kept otherwise. */
    workKept: workKept ?? { comparedAt: null, differed: 0, first: "" },
    /** Of which moment the newest backup is; null where none was taken. */
    lastBackupAt: backup?.takenAt ?? null,
    /** Why no payment is sent until an operator has settled the clock; empty where it is right. */
    clockProblem: environment?.problem.startsWith(CLOCK_SET_BACK) ? environment.problem : "",
    outbox,
    payments,
    bulk,
    sessions: counted?.sessions ?? 0,
    auditTail: counted?.auditTail ?? 0,
    oldestUnlinkedAt: counted?.oldestUnlinkedAt ?? null,
  };
}

/** What came of what was asked of one vendor, whichever process asked. */
export interface VendorStanding {
  vendor: Vendor | "mail";
  /** When it last did what was asked; null where it never has. */
  lastSuccessAt: Date | null;
  /** Of the last 24 hours: what was over, and what of it had failed or is not known. */
  asked: number;
  failed: number;
}

/** The same of each vendor, by what is kept of payments, messages, banks and uploads. A vendor nobody asked is left out. */
export const readVendors = (db: ReadDb, now: Date): Promise<VendorStanding[]> =>
  db.sql<VendorStanding & Record<string, unknown>>(
    {
      name: "system.vendors",
      text: `WITH call AS (
          SELECT CASE provider WHEN 'payliance' THEN 'ach' ELSE 'cards' END AS vendor,
            CASE WHEN outcome IS NOT NULL THEN coalesce(finished_at, sent_at) END AS done_at,
            sent_at AS at, outcome IS NULL AS failed
          FROM payment_attempt WHERE provider IN ('payliance', 'tabapay') AND (outcome IS NOT NULL OR coalesce(leased_until, sent_at) <= $2)
          UNION ALL
          SELECT CASE topic WHEN 'EMAIL' THEN 'mail' WHEN 'LEDGER_SHEET' THEN 'ledgerSheet' WHEN 'CRM' THEN 'crm'
              WHEN 'ASSET_REPORT' THEN 'bankLink' WHEN 'BACKFILL' THEN 'decisioning' ELSE 'businessVerification' END,
            delivered_at, coalesce(delivered_at, created_at), state = 'FAILED' OR (state = 'QUEUED' AND last_error <> '')
          FROM outbox_message WHERE state <> 'QUEUED' OR last_error <> ''
          UNION ALL
          SELECT 'bankLink', asked_at, tried_at, error <> '' FROM institution WHERE tried_at IS NOT NULL
          UNION ALL
          SELECT 'fileTransfer', CASE WHEN state = 'UPLOADED' THEN finished_at END, created_at, state IN ('FAILED', 'UNKNOWN')
          FROM upload WHERE state <> 'REFUSED'
          UNION ALL
          SELECT 'customerPortal', redeemed_at, created_at, false FROM re_access_link WHERE redeemed_at IS NOT NULL)
        SELECT vendor, max(done_at) AS "lastSuccessAt", count(*) FILTER (WHERE at > $1)::int AS asked,
          count(*) FILTER (WHERE at > $1 AND failed)::int AS failed
        FROM call GROUP BY vendor`,
    },
    [new Date(now.getTime() - DAY_MS), now],
  );

const DAY_MS = 86_400_000;

/** A process that runs and is known to the others. */
export interface ProcessStanding {
  id: string;
  role: string;
  host: string;
  startedAt: Date;
  heartbeatAt: Date;
}

export const readProcesses = (db: ReadDb): Promise<ProcessStanding[]> =>
  db.sql<ProcessStanding & Record<string, unknown>>(
    {
      name: "system.processes",
      text: `SELECT id::text AS id, role, host, started_at AS "startedAt", heartbeat_at AS "heartbeatAt"
        FROM process WHERE ended_at IS NULL ORDER BY started_at`,
    },
    [],
  );
