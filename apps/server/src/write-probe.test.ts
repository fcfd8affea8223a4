import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createWriteProbe } from "./write-probe.ts";

let held: TestDatabase;
beforeAll(async () => {
  held = await createTestDatabase({ size: 5 });
});
afterAll(() => held.drop());

const count = async (sql: string): Promise<number> =>
  Number((await held.database.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`)).rows[0]?.n);

it("returns null for a database that accepts writes, and leaves one row after several probes", async () => {
  const probe = createWriteProbe(held.database, 60_000);
  for (let times = 0; times < 3; times++) expect(await probe()).toBeNull();
  expect(await count("write_probe WHERE written_at > now() - interval '1 minute'")).toBe(1);
});

it("reports blocked writes, with one query for all callers, and recovers afterwards", async () => {
  const probe = createWriteProbe(held.database, 50);
  const holder = await held.database.pool.connect();
  await holder.query("BEGIN; LOCK TABLE write_probe IN EXCLUSIVE MODE");
  const answers = await Promise.all(Array.from({ length: 20 }, probe));
  expect(new Set(answers)).toEqual(new Set(["The database took no write within 50 ms."]));
  expect(await probe()).toBe("The database took no write within 50 ms.");
  const waiting =
    "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%write_probe%'";
  await expect.poll(() => count(waiting), { timeout: 60_000 }).toBe(1);
  await holder.query("ROLLBACK");
  holder.release();
  await expect.poll(probe, { timeout: 60_000 }).toBeNull();
});

it("ignores the clock of the database, which would make all web replicas unready at once", async () => {
  const real = Date.now;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => real() + 60_000);
  expect(await createWriteProbe(held.database, 60_000)()).toBeNull();
  clock.mockRestore();
});

it("reports a database that refuses writes", async () => {
  await held.asOwner(
    "ALTER TABLE write_probe ADD CONSTRAINT is_full CHECK (written_at < '2000-01-01') NOT VALID",
  );
  const probe = createWriteProbe(held.database, 60_000);
  expect(await probe()).toBe("The database does not answer, or takes no writes.");
  await held.asOwner("ALTER TABLE write_probe DROP CONSTRAINT is_full");
  expect(await probe()).toBeNull();
});
