import pg from "pg";
import type { Services } from "../../packages/api/src/services.ts";

const TABLE = `CREATE TABLE storm_take (intent_id uuid NOT NULL, process_id uuid NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp())`;
const FUNCTION = `CREATE FUNCTION record_storm_take() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO storm_take (intent_id, process_id) VALUES (NEW.id, NEW.process_id);
    RETURN NULL;
  END $$`;
const TRIGGER = `CREATE TRIGGER record_storm_take AFTER UPDATE OF process_id ON payment_intent FOR EACH ROW
  WHEN (NEW.process_id IS NOT NULL) EXECUTE FUNCTION record_storm_take()`;

/** The trigger writes as the role that takes the payment. */
const GRANT = "GRANT SELECT, INSERT ON storm_take TO PUBLIC";

/** Has the storm's own database write down which process takes a payment, each time. */
export async function recordTakes(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query([TABLE, FUNCTION, TRIGGER, GRANT].join(";"));
  } finally {
    await owner.end();
  }
}

export interface Kill {
  pid: number | undefined;
  at: Date;
}

interface Take {
  intentId: string;
  at: Date;
  /** When the payment was taken next, or had its outcome. */
  until: Date | null;
  pid: number | null;
  startedAt: Date;
}

const TAKES = {
  name: "storm.takes",
  text: `SELECT t.intent_id::text AS "intentId", t.at, p.pid, p.started_at AS "startedAt",
      least(lead(t.at) OVER (PARTITION BY t.intent_id ORDER BY t.at), a.finished_at) AS until
    FROM storm_take t JOIN process p ON p.id = t.process_id
    LEFT JOIN LATERAL (SELECT max(finished_at) AS finished_at FROM payment_attempt WHERE intent_id = t.intent_id) a ON true`,
};

/** When each payment was cut off the last time: its process was killed, or the database was struck down, while it held it. */
export async function lastCuts(
  { db }: Services,
  kills: readonly Kill[],
  restartedAt: readonly Date[],
): Promise<Map<string, Date>> {
  const last = new Map<string, Date>();
  for (const { intentId, at, until, pid, startedAt } of await db.read.sql<Take>(TAKES, [])) {
    const killedAt = kills.find((kill) => kill.pid === pid && kill.at >= startedAt)?.at;
    const cuts = [...restartedAt, ...(killedAt === undefined ? [] : [killedAt])];
    for (const cut of cuts) {
      const isCut = cut >= at && (until === null || cut <= until);
      if (isCut && cut > (last.get(intentId) ?? new Date(0))) last.set(intentId, cut);
    }
  }
  return last;
}
