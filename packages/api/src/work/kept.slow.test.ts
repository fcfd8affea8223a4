import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStanding } from "../system/standing.ts";
import { addApplication } from "../testing/customers.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { expectKept, tablesOfWork } from "../testing/kept-work.ts";
import { plantItems } from "../testing/people-at-work.ts";
import { compareWork, foldWork, MOST_CHANGES } from "./kept.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  for (let nth = 0; nth < 3; nth++) {
    const { id } = await api.user();
    await addApplication(api, id, {
      stage: "underwriting",
      alloyStatus: "ManualReview",
      createdAt: api.clock.now(),
      expiresAt: new Date(api.clock.now().getTime() + 30 * 86_400_000),
    });
  }
});
afterAll(() => api.close());

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await api.database.pool.query<Row>(text, values)).rows;

it("every table that a kind is read from says when it changes: rows that come, change and go, by statement", async () => {
  const tables = await tablesOfWork(api);
  expect(tables.length).toBeGreaterThan(20);
  const { rows } = await api.asOwner(
    `SELECT t.tgrelid::regclass::text AS name, array_agg(t.tgtype::int ORDER BY t.tgtype) AS events
     FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
     WHERE p.proname LIKE 'mark\\_work\\_%' AND t.tgenabled = 'O' GROUP BY 1 ORDER BY 1`,
  );
  // Bits of pg_trigger.tgtype: 4 INSERT, 8 DELETE, 16 UPDATE; neither 1 (each row) nor 2 (before).
  expect(rows).toEqual(tables.map(({ name }) => ({ name, events: [4, 8, 16] })));
});

describe("what changed", () => {
  const reason = async () =>
    query<{ said: string }>(
      "SELECT said FROM work_cause WHERE kind = 'FAILED_MESSAGE' AND said LIKE '%Reason 1'",
    );

  it("is folded once where several processes fold at once, and is all there then", async () => {
    await plantItems(api, 3);
    await query("UPDATE application SET expires_at = expires_at + interval '1 hour'");
    const folded = await Promise.all(Array.from({ length: 4 }, () => foldWork(api.services)));
    expect(folded.filter((count) => count > 0)).toHaveLength(1);
    expect(await query("SELECT FROM work_change")).toEqual([]);
    expect(await reason()).toHaveLength(1);
    await expectKept(api);
  });

  it("is there still after whoever folds it was killed on the way, and is folded by the next one", async () => {
    await query("UPDATE outbox_message SET deleted_at = now() WHERE last_error = 'Reason 1'");
    // Holds the row that is to be written, so that whoever folds is on its way when it is killed.
    const holder = await api.database.pool.connect();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM work_cause WHERE kind = 'FAILED_MESSAGE' FOR UPDATE");
    const killed = foldWork(api.services).then(
      () => "folded",
      () => "killed",
    );
    await expect
      .poll(async () => {
        const { rows } = await api.asOwner(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'WITH derived%'`,
        );
        return rows.length;
      })
      .toBe(1);
    expect(await killed).toBe("killed");
    await holder.query("ROLLBACK");
    holder.release();
    expect(await query("SELECT FROM work_change")).not.toEqual([]);
    expect(await reason()).toHaveLength(1);
    await expectKept(api);
    expect(await reason()).toEqual([]);
  });

  it.each([3, 300])("of %i customers at once is what their facts say", async (customers) => {
    const ids = await query<{ id: number }>("SELECT id FROM users ORDER BY id");
    await query("INSERT INTO work_change (customer_id) SELECT unnest($1::int[])", [
      Array.from({ length: customers }, (_, nth) => ids[nth]?.id ?? 1_000_000 + nth),
    ]);
    await query("UPDATE application SET alloy_status = 'Denied'");
    await expectKept(api);
    await query("UPDATE application SET alloy_status = 'Manual Review'");
    await expectKept(api);
    expect(await query("SELECT FROM work_change")).toEqual([]);
  });

  it("is not read one by one where it is very much: every kind is derived whole", async () => {
    await query("INSERT INTO work_change (customer_id) SELECT n FROM generate_series(1, $1) n", [
      MOST_CHANGES + 1,
    ]);
    await query("UPDATE application SET alloy_status = 'Approved'");
    await expectKept(api);
    expect(await query("SELECT FROM work_change")).toEqual([]);
  });
});

it("the night finds what is kept otherwise than its facts are, says so, and puts it right", async () => {
  await expectKept(api);
  await query(
    "INSERT INTO work_cause (kind, key, since, latest, said, rank) VALUES ('BREAK', '2020-01-01', now(), now(), 'Planted.', 1)",
  );
  const [forgotten] = await query<{ key: string }>(
    "DELETE FROM work_cause WHERE kind = 'FAILED_MESSAGE' AND said LIKE '%Reason 2' RETURNING key",
  );
  // What was not folded yet is no difference.
  await query("UPDATE application SET alloy_status = 'Manual Review', manually_approved_at = NULL");
  const errors: unknown[] = [];
  const log = { ...api.services.log, error: (facts: unknown) => errors.push(facts) };
  const found = await compareWork({ ...api.services, log });
  expect(found).toMatchObject([
    { kind: "FAILED_MESSAGE", key: forgotten?.key, kept: null },
    { kind: "BREAK", key: "2020-01-01", derived: null },
  ]);
  expect(errors).toHaveLength(2);
  await expectKept(api);
  await query(
    "INSERT INTO work_cause (kind, key, since, latest, said, rank) VALUES ('BREAK', '2020-01-02', now(), now(), 'Planted.', 1)",
  );
  // Whoever looks first on the next day compares.
  api.clock.advance({ hours: 24 });
  await expectKept(api);
  const { workKept } = await readStanding(api.database.read, api.vault, api.clock.now());
  expect(workKept).toEqual({ comparedAt: api.clock.now(), differed: 1, first: "BREAK 2020-01-02" });
});
