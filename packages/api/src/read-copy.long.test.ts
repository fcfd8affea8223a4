import { randomUUID } from "node:crypto";
import { connect, type Database } from "@countinghouse/db";
import { type KeptRegistration, register } from "@countinghouse/db/registration";
import setup from "@countinghouse/db/testing/global-setup";
import { startReplica, type TestReplica } from "@countinghouse/db/testing/replica";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCopies } from "./read-copy.ts";
import { createTestApi, type TestApi } from "./testing/harness.ts";

const MOST_BEHIND_MS = 5_000;

let tearDown: () => Promise<void>;
let replica: TestReplica;
let api: TestApi;
let database: Database;
let registration: KeptRegistration;
beforeAll(async () => {
  // A server of its own: all that it does is done once more by its replica.
  tearDown = await setup();
  replica = await startReplica(process.env.TEST_POSTGRES_URL ?? "");
  api = await createTestApi();
  const url = api.database.directUrl;
  registration = register(url, "worker");
  await registration.registered;
  database = connect(url, { size: 2, replicaUrl: replica.through(url) });
  api.services.copies = createCopies(database, MOST_BEHIND_MS);
});
afterAll(async () => {
  await database.close();
  await registration.close();
  await api.close();
  await replica.remove();
  await tearDown();
});

/** How many customers of a name somebody finds, and whether a copy said so. */
async function search(role: Role, query: string) {
  const answer = new Headers();
  const { totalRecords: found } = await api.callAs(await api.admin(role), { answer }).users.list({ query });
  return { found, isCopy: answer.has("x-read-as-of") };
}

const write = async (role: Role) => {
  const { id: userId } = await api.user();
  await (await api.as(role)).notes.create({ requestId: randomUUID(), userId, note: "Called" });
};

it("whoever has just written finds it at once, whatever the copy knows; others within the delay that is allowed", async () => {
  await expect.poll(() => search("VIEWER", "Nobody")).toMatchObject({ isCopy: true });
  await replica.pause();
  await write("EMPLOYEE");
  await api.user({ lastname: "Newcomer" });
  expect(await search("EMPLOYEE", "Newcomer")).toEqual({ found: 1, isCopy: false });
  const others = await search("VIEWER", "Newcomer");
  expect(others).toEqual(others.isCopy ? { found: 0, isCopy: true } : { found: 1, isCopy: false });
  // It is too far behind then.
  await expect.poll(() => search("VIEWER", "Newcomer")).toEqual({ found: 1, isCopy: false });
  await replica.resume();
  await expect.poll(() => search("VIEWER", "Newcomer")).toEqual({ found: 1, isCopy: true });
});

it("a copy that is gone is made up for by the database, and read again once it is back", async () => {
  await replica.stop();
  expect(await search("VIEWER", "Newcomer")).toEqual({ found: 1, isCopy: false });
  await replica.start();
  await expect.poll(() => search("VIEWER", "Newcomer")).toEqual({ found: 1, isCopy: true });
});

it("nobody can write there, and an export of a table comes from it", async () => {
  await expect(
    database.replica?.read.sql({ name: "", text: "INSERT INTO users DEFAULT VALUES" }, []),
  ).rejects.toThrow(/read-only/);
  const counted = await database.replica?.read.user.count();
  expect(counted).toBe(await api.database.read.user.count());
});
