import type { Services } from "@countinghouse/api/services";
import { readStanding, STATES_FOR_STAFF } from "@countinghouse/api/system/standing";
import { Gauge, Registry } from "prom-client";
import { keptRates } from "./kept-rates.ts";
import { registry } from "./metrics.ts";

/**
 * Returns all metrics as Prometheus text: the counters and pools of this process, and the queues in the database. The queues are read on
 * each scrape and are the same for every process. Without an answer of the database they are left out, and `countinghouse_database_up` is 0.
 */
export async function scrape(
  services: Pick<Services, "db" | "vault" | "now" | "registration">,
): Promise<string> {
  const { db, now, registration } = services;
  const asked = new Registry();
  const gauge = createGauges(asked);
  for (const { name, most, total, idle, waiting } of db.connections()) {
    gauge("pool_most", "Connections that this process may take, by pool.", { pool: name }, most);
    gauge(
      "pool_connections",
      "Connections of this process by pool and state.",
      { pool: name, state: "idle" },
      idle,
    );
    gauge("pool_connections", "", { pool: name, state: "busy" }, total - idle);
    gauge("pool_waiting", "Callers that wait for a connection.", { pool: name }, waiting);
  }
  gauge(
    "clock_differs",
    "Whether the clock of this process and that of the database differ by more than they may.",
    {},
    registration.whyNotClock() === null ? 0 : 1,
  );
  const at = now();
  const ageSeconds = (since: Date | null) =>
    since === null ? 0 : Math.max(0, at.getTime() - since.getTime()) / 1000;
  const standing = await readStanding(db.read, services.vault, at).catch(() => null);
  gauge("database_up", "Whether the database answered this scrape.", {}, standing === null ? 0 : 1);
  if (standing !== null) {
    const {
      outbox,
      payments,
      bulk,
      sessions,
      auditTail,
      oldestUnlinkedAt,
      chainCheck,
      lastBackupAt,
      workKept,
    } = standing;
    const { open, most } = standing.connections;
    gauge("database_connections", "Connections to the database, of whomever.", {}, open);
    gauge("database_connections_most", "How many connections the database takes.", {}, most);
    for (const { topic, state, count, oldestAt } of outbox) {
      gauge("outbox_messages", "Messages for outside that are not delivered.", { topic, state }, count);
      gauge("outbox_oldest_seconds", "Age of the oldest of them.", { topic, state }, ageSeconds(oldestAt));
    }
    // Without payments these states are 0, so that an alarm has a value to compare.
    for (const state of STATES_FOR_STAFF)
      gauge("payments", "Payments that are not over, by state.", { state }, 0);
    for (const { state, count, oldestAt } of payments) {
      gauge("payments", "Payments that are not over, by state.", { state }, count);
      gauge("payments_oldest_seconds", "Age of the oldest of them.", { state }, ageSeconds(oldestAt));
    }
    // A paused or held job makes no progress on purpose.
    for (const { kind, rows, lastProgressAt } of bulk.filter(({ state }) => state === "RUNNING")) {
      gauge("bulk_rows", "Rows of running bulk jobs that are not over.", { kind }, rows);
      gauge("bulk_idle_seconds", "Since when they made no progress.", { kind }, ageSeconds(lastProgressAt));
    }
    gauge("sessions", "Sessions of staff that are open.", {}, sessions);
    gauge("audit_unlinked_events", "Audit events that wait to be linked.", {}, auditTail);
    gauge(
      "chain_findings",
      "What the last nightly check of audit and ledger found.",
      {},
      chainCheck?.findings ?? 0,
    );
    // Without a check there is no age: an alarm asks for the metric's absence.
    if (chainCheck !== null)
      gauge(
        "chain_check_age_seconds",
        "Since when audit and ledger were not checked.",
        {},
        ageSeconds(chainCheck.checkedAt),
      );
    gauge(
      "work_differences",
      "Items of Today that the last nightly comparison found otherwise than their facts.",
      {},
      workKept.differed,
    );
    gauge("audit_unlinked_oldest_seconds", "Age of the oldest of them.", {}, ageSeconds(oldestUnlinkedAt));
    // Without a backup there is no age: an alarm asks for the metric's absence.
    if (lastBackupAt !== null)
      gauge("backup_age_seconds", "Age of the newest backup.", {}, ageSeconds(lastBackupAt));
  }
  const rates = standing === null ? null : await keptRates(services).catch(() => null);
  for (const [bucket, percent] of Object.entries(rates ?? {}))
    gauge(
      "return_rate_percent",
      "How many of the bank transfer debits of sixty days came back.",
      { bucket },
      percent,
    );
  return `${await registry.metrics()}\n${await asked.metrics()}`;
}

function createGauges(register: Registry) {
  return (name: string, help: string, labels: Record<string, string>, value: number): void => {
    const full = `countinghouse_${name}`;
    const known = register.getSingleMetric(full) as Gauge | undefined;
    const gauge =
      known ?? new Gauge({ name: full, help, labelNames: Object.keys(labels), registers: [register] });
    gauge.set(labels, value);
  };
}
