import { PassThrough, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** The database may be busy with other tests. */

/** What is not freed by its test would hold a connection of the next. */
const stuck: Writable[] = [];
afterEach(() => {
  for (const sink of stuck.splice(0)) sink.destroy();
});

/** More than any buffer on the way holds. */
const MANY = 3_000_000;
const manyRows = `SELECT n, 'row ' || n FROM generate_series(1, ${MANY}) AS n`;

/** A sink that takes `bytes` and then nothing more, until it is freed. */
function stuckAfter(bytes: number) {
  let taken = 0;
  let free = () => {};
  let limit = bytes;
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      taken += chunk.length;
      if (taken < limit) done();
      else free = done;
    },
  });
  stuck.push(sink);
  return {
    sink,
    taken: () => taken,
    free: () => {
      limit = Number.POSITIVE_INFINITY;
      free();
    },
  };
}

const exportsRunning = async (): Promise<{ pid: number; wait_event: string | null }[]> =>
  (
    await test.database.pool.query<{ pid: number; wait_event: string | null }>(
      `SELECT pid, wait_event FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'COPY%' AND state = 'active'`,
    )
  ).rows;

it("the rows arrive as CSV, quoted where they must be, with their number, and the sink stays open", async () => {
  const sink = new PassThrough();
  const said: string[] = [];
  const rows = await test.database.read.csv(`VALUES (1, 'a,"b"'), (2, NULL), (3, E'two\\nlines')`, {
    sink,
    onStart: () => void said.push("started"),
  });
  expect([rows, said, sink.writable]).toEqual([3, ["started"], true]);
  expect(String(sink.read())).toBe('1,"a,""b"""\n2,\n3,"two\nlines"\n');
});

it("a sink that takes nothing holds the database back, and its end ends the query", async () => {
  const { sink, taken } = stuckAfter(200_000);
  const copying = test.database.read
    .csv(manyRows, { sink, onStart: () => {} })
    .catch((error: unknown) => error);
  await expect
    .poll(async () => (await exportsRunning()).map((each) => each.wait_event))
    .toEqual(["ClientWrite"]);
  const held = taken();
  await pause(200);
  expect(taken()).toBe(held);
  sink.destroy();
  expect(await copying).toMatchObject({ code: "ERR_STREAM_PREMATURE_CLOSE" });
  await expect.poll(exportsRunning).toEqual([]);
});

it("a connection that the database cuts in the middle is a failure, never a short end", async () => {
  const { sink, taken, free } = stuckAfter(200_000);
  const copying = test.database.read
    .csv(manyRows, { sink, onStart: () => {} })
    .catch((error: unknown) => error);
  await expect.poll(async () => (await exportsRunning()).length).toBe(1);
  const [running] = await exportsRunning();
  await test.database.pool.query("SELECT pg_terminate_backend($1)", [running?.pid]);
  free();
  expect(String(await copying)).toMatch(/terminat/i);
  expect(taken()).toBeLessThan(MANY * 10);
});

it("an error in a late row rejects with what the database says, and the next export works", async () => {
  const sink = new PassThrough().resume();
  const failing = `SELECT 1 / (200000 - n) FROM generate_series(1, ${MANY}) AS n`;
  await expect(test.database.read.csv(failing, { sink, onStart: () => {} })).rejects.toThrow(
    "division by zero",
  );
  expect(await test.database.read.csv("SELECT 1", { sink, onStart: () => {} })).toBe(1);
});

it("nothing can be written by way of an export", async () => {
  const sink = new PassThrough().resume();
  await expect(
    test.database.read.csv("WITH w AS (DELETE FROM users RETURNING id) SELECT * FROM w", {
      sink,
      onStart: () => {},
    }),
  ).rejects.toThrow("read-only transaction");
});

it("a third export waits for one of two to end, and reads go on meanwhile", async () => {
  const two = [stuckAfter(1), stuckAfter(1)];
  const running = two.map(({ sink }) =>
    test.database.read.csv(manyRows, { sink, onStart: () => {} }).catch(() => "ended"),
  );
  await expect.poll(async () => (await exportsRunning()).length).toBe(2);
  const started: string[] = [];
  const third = test.database.read.csv("SELECT 1", {
    sink: new PassThrough().resume(),
    onStart: () => void started.push("third"),
  });
  expect(await test.database.read.sql({ name: "one", text: "SELECT 1 AS one" }, [])).toEqual([{ one: 1 }]);
  expect(started).toEqual([]);
  for (const { sink } of two) sink.destroy();
  expect(await third).toBe(1);
  expect(await Promise.all(running)).toEqual(["ended", "ended"]);
});
