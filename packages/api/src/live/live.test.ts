import { connect, type Database } from "@countinghouse/db";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { BULK_JOBS_CHANNEL, createLive, type Live, STREAMS_AN_ADMIN } from "./live.ts";

let held: TestDatabase;
beforeAll(async () => {
  held = await createTestDatabase({ size: 2 });
});
afterAll(() => held.drop());

const started: Live[] = [];
afterEach(async () => {
  for (const live of started.splice(0)) await live.close();
});
function start(url = held.url): Live {
  const live = createLive(url);
  started.push(live);
  return live;
}
const say = (database: Database = held.database) =>
  database.pool.query("SELECT pg_notify($1, '')", [BULK_JOBS_CHANNEL]);

/** How long the next news takes, in ms. */
async function waited(news: Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await news;
  return performance.now() - startedAt;
}

it("what one process says wakes those who follow in another within a second", async () => {
  const [one, other] = [start(), start()];
  const followers = [one.follow("ada", undefined), other.follow("ben", undefined)];
  // The first news is that the connection stands.
  await Promise.all(followers.map((follower) => follower.next(0)));
  const elsewhere = connect(held.url, { size: 1 });
  const news = followers.map((follower) => waited(follower.next(0)));
  await say(elsewhere);
  for (const ms of await Promise.all(news)) expect(ms).toBeLessThan(1_000);
  await elsewhere.close();
});

it("what was said before somebody waits is news all the same, and ten times at once is one", async () => {
  const follower = start().follow("ada", undefined);
  await follower.next(0);
  for (let times = 0; times < 10; times++) await say();
  expect(await waited(follower.next(300))).toBeLessThan(1_000);
  expect(await waited(follower.next(0))).toBeGreaterThan(1_000);
});

it("while no notice can be heard, everybody looks every two seconds by themselves", async () => {
  const follower = start("postgresql://nobody@127.0.0.1:1/none").follow("ada", undefined);
  const ms = await waited(follower.next(0));
  expect(ms).toBeGreaterThan(1_500);
  expect(ms).toBeLessThan(10_000);
});

it("the end of a stream and the end of the process break off at once, as an abort", async () => {
  const live = start();
  const leaving = new AbortController();
  const [left, stopped] = [live.follow("ada", leaving.signal), live.follow("ada", undefined)];
  await Promise.all([left.next(0), stopped.next(0)]);
  const ends = [left.next(0), stopped.next(0)].map((news) => news.then(String, (error: Error) => error.name));
  leaving.abort();
  expect(await ends[0]).toBe("AbortError");
  await live.close();
  expect(await ends[1]).toBe("AbortError");
});

it("an admin follows so many times at once and no more; who stops makes room", () => {
  const live = start();
  const followers = Array.from({ length: STREAMS_AN_ADMIN }, () => live.follow("ada", undefined));
  expect(() => live.follow("ada", undefined)).toThrow("Too many windows");
  live.follow("ben", undefined).close();
  followers[0]?.close();
  followers[0]?.close();
  live.follow("ada", undefined);
  expect(() => live.follow("ada", undefined)).toThrow("Too many windows");
});
