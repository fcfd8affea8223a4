import { setTimeout as pause } from "node:timers/promises";
import { connect, type Database } from "@countinghouse/db";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { BULK_JOBS_CHANNEL, createLive, type Live, type LookEvery, STREAMS_AN_ADMIN } from "./live.ts";

let held: TestDatabase;
beforeAll(async () => {
  held = await createTestDatabase({ size: 2 });
});
afterAll(() => held.drop());

/** What wakes somebody then is a notice. */
const NEVER = { heardMs: 3_600_000, unheardMs: 3_600_000 };

const started: Live[] = [];
afterEach(async () => {
  for (const live of started.splice(0)) await live.close();
});
function start(url = held.url, lookEvery: LookEvery = NEVER): Live {
  const live = createLive(url, lookEvery);
  started.push(live);
  return live;
}
/** Says so many things at once: one transaction tells each of them as it commits. */
const say = (times = 1, database: Database = held.database) =>
  database.pool.query("SELECT pg_notify($1, n::text) FROM generate_series(1, $2) AS n", [
    BULK_JOBS_CHANNEL,
    times,
  ]);

it("what one process says wakes those who follow in another", async () => {
  const [one, other] = [start(), start()];
  const followers = [one.follow("ada", undefined), other.follow("ben", undefined)];
  // The first news is that the connection stands.
  await Promise.all(followers.map((follower) => follower.next(0)));
  const elsewhere = connect(held.url, { size: 1 });
  const news = followers.map((follower) => follower.next(0));
  await say(1, elsewhere);
  await expect(Promise.all(news)).resolves.toHaveLength(2);
  await elsewhere.close();
});

it("what was said before somebody waits is news all the same, and ten times at once is one", async () => {
  const follower = start().follow("ada", undefined);
  await follower.next(0);
  await say(10);
  await follower.next(300);
  const more = follower.next(0).then(() => "more news");
  expect(await Promise.race([more, pause(300, "none")])).toBe("none");
  await say();
  expect(await more).toBe("more news");
});

it("while no notice can be heard, everybody looks by themselves all the same", async () => {
  const unheard = start("postgresql://nobody@127.0.0.1:1/none", { ...NEVER, unheardMs: 50 });
  await expect(unheard.follow("ada", undefined).next(0)).resolves.toBeUndefined();
});

it("a notice that was lost is made up for by looking once in a while", async () => {
  const follower = start(held.url, { ...NEVER, heardMs: 50 }).follow("ada", undefined);
  for (let looks = 0; looks < 3; looks++) await expect(follower.next(0)).resolves.toBeUndefined();
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
