import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { type Listener, listen } from "./listen.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";

let held: TestDatabase;
beforeAll(async () => {
  held = await createTestDatabase({ size: 2 });
});
afterAll(() => held.drop());

const listeners: Listener[] = [];
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close();
});

async function hear(channel: string) {
  const [onNotice, onConnected, onLost] = [
    vi.fn<(payload: string) => void>(),
    vi.fn<() => void>(),
    vi.fn<() => void>(),
  ];
  listeners.push(listen(held.url, channel, { onNotice, onConnected, onLost }));
  await expect.poll(() => onConnected).toHaveBeenCalledOnce();
  return { onNotice, onConnected, onLost };
}
const say = (channel: string, payload: string) =>
  held.database.pool.query("SELECT pg_notify($1, $2)", [channel, payload]);

/** Ends the connections that listen, as a restart of the database does. */
const cutListeners = () =>
  held.database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
  );

it("everybody who listens hears what is said on the channel, and nothing of another", async () => {
  const [one, other, elsewhere] = [await hear("jobs"), await hear("jobs"), await hear("mails")];
  await say("jobs", "seven");
  await expect.poll(() => other.onNotice).toHaveBeenCalledWith("seven");
  await expect.poll(() => one.onNotice).toHaveBeenCalledWith("seven");
  expect(elsewhere.onNotice).not.toHaveBeenCalled();
});

it("a lost connection is told and made again, and hears from then on", async () => {
  const heard = await hear("jobs");
  await cutListeners();
  await expect.poll(() => heard.onConnected).toHaveBeenCalledTimes(2);
  expect(heard.onLost).toHaveBeenCalledOnce();
  await say("jobs", "eight");
  await expect.poll(() => heard.onNotice).toHaveBeenCalledWith("eight");
});

it("what is not a plain word is a channel all the same", async () => {
  const heard = await hear('a "b"; DROP TABLE users');
  await say('a "b"; DROP TABLE users', "");
  await expect.poll(() => heard.onNotice).toHaveBeenCalledWith("");
});

it("once closed it lets go of its connection", async () => {
  await hear("jobs");
  for (const listener of listeners.splice(0)) await listener.close();
  const { rows } = await held.database.pool.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
  );
  expect(rows).toEqual([]);
});
