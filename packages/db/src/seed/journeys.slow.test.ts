import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { seedDatabase } from "./seed-database.ts";

const NOW = new Date("2026-03-10T15:00:00Z");

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ size: 2 });
  const { ownerUrl: url, vault } = database;
  await seedDatabase({ url, vault, users: 150, now: NOW, adminPassword: "correct horse battery" });
});
afterAll(() => database.drop());

async function count(condition: string): Promise<number> {
  const { rows } = await database.database.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n ${condition}`,
  );
  return rows[0]?.n ?? 0;
}

it("an application goes its way phase by phase, none before the one before it or after now", async () => {
  const back = `FROM (SELECT happened_at < lag(happened_at) OVER (PARTITION BY application_id ORDER BY event_id) AS back
                      FROM journey_event WHERE event_id IS NOT NULL) s WHERE back`;
  expect(await count("FROM journey_event")).toBeGreaterThan(1_000);
  expect(await count(back)).toBe(0);
  expect(await count(`FROM journey_event WHERE happened_at > '${NOW.toISOString()}'`)).toBe(0);
});

it("an application is funded, or declined, on its way just when it is by its stage", async () => {
  const both = "FROM journey_event j JOIN application a ON a.id = j.application_id";
  expect(await count(`${both} WHERE j.event_id = 220 AND a.stage = 'funded'`)).toBe(
    await count("FROM application WHERE stage = 'funded'"),
  );
  expect(await count(`${both} WHERE j.event_id = 220 AND a.stage <> 'funded'`)).toBe(0);
  expect(await count(`${both} WHERE j.name = 'Declined' AND a.stage = 'declined'`)).toBe(
    await count("FROM application WHERE stage = 'declined'"),
  );
});

it("every person who came by a partner came by one that is there, and most came by themselves", async () => {
  const [all, sent] = [await count("FROM users"), await count("FROM users WHERE partner_code IS NOT NULL")];
  expect(sent).toBeGreaterThan(all / 4);
  expect(sent).toBeLessThan(all / 2);
});

it("some payments came back, some reports could not be applied, and some rows are not in the ledger sheet", async () => {
  const cameBack = `FROM payment_intent i JOIN processor_event e ON e.intent_id = i.id AND e.applied_at IS NOT NULL
    JOIN ledger_transaction t ON t.intent_id = i.id AND t.reverses_id IS NOT NULL`;
  for (const condition of [
    `${cameBack} WHERE i.state = 'CHARGED_BACK' AND t.kind = 'chargeback'`,
    `${cameBack} WHERE i.state = 'RETURNED' AND t.kind = 'return'`,
    "FROM processor_event WHERE stage = 'AMOUNT' AND attempts >= 5",
    "FROM processor_event WHERE stage = 'MATCH' AND intent_id IS NULL AND next_try_at IS NOT NULL",
    "FROM outbox_message WHERE topic = 'LEDGER_SHEET' AND state = 'FAILED'",
  ])
    expect({ condition, found: (await count(condition)) > 0 }).toEqual({ condition, found: true });
  expect(
    await count(
      "FROM processor_event e JOIN payment_intent i ON i.id = e.intent_id WHERE i.user_id <= 10025",
    ),
  ).toBe(0);
});
