import { randomUUID } from "node:crypto";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { connect, type Database, type Replica, WRITE_LIMITS } from "@countinghouse/db";
import { CLOCKS_DIFFER_MS } from "@countinghouse/db/clocks";
import { type KeptRegistration, register } from "@countinghouse/db/registration";
import { PATIENT } from "@countinghouse/db/testing/database";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { exportLedger } from "./ledger/export.ts";
import { createCopies, createCopyStanding } from "./read-copy.ts";
import { createTestApi, type TestApi } from "./testing/harness.ts";

let api: TestApi;
/** The database itself in the place of a copy: what is asked of it shows who is sent there. */
let copied: Database;
let copy: Replica;
let process: KeptRegistration;
beforeAll(async () => {
  api = await createTestApi();
  const url = api.database.directUrl;
  copied = connect(url, { size: 2, replicaUrl: url, replicaWithinMs: PATIENT.connectionMs });
  if (copied.replica === null) throw new Error("There is no copy.");
  copy = copied.replica;
  process = register(url, "worker");
  await process.registered;
});
afterAll(async () => {
  await process.close();
  await copied.close();
  await api.close();
});
beforeEach(() => follow({}));
afterEach(() => api.database.pool.query("DELETE FROM command_request"));

/** How far behind the copy may be: longer than a slow machine keeps the next beat waiting. */
const MOST_MS = 3_600_000;

const follow = (differently: Partial<Replica>, mostMs = MOST_MS) => {
  api.services.copies = createCopies(
    { read: api.database.read, replica: { ...copy, ...differently } },
    mostMs,
  );
};

/** Searches customers; the name of what was read from a copy of the last minute, or null. */
async function search(role: Role): Promise<string | null> {
  const answer = new Headers();
  await api.callAs(await api.admin(role), { answer }).users.list({ query: "Nobody" });
  const [name = null, at = ""] = answer.get("x-read-as-of")?.split("=") ?? [];
  return name === null || Date.now() - new Date(at).getTime() < 60_000 ? name : `${name}, long ago`;
}

const write = async (role: Role) => {
  const { id: userId } = await api.user();
  const note = "Called, no answer";
  await (await api.as(role)).notes.create({ requestId: randomUUID(), userId, note });
};

it("a search reads from the copy and says as of when; what is no search never does", async () => {
  expect(await search("VIEWER")).toBe("users.list");
  const answer = new Headers();
  const { id } = await api.user();
  await api.callAs(await api.admin("VIEWER"), { answer }).users.get({ id });
  expect(answer.get("x-read-as-of")).toBeNull();
});

it("whoever has written reads the database itself for as long as the copy may lack it; others do not", async () => {
  await write("EMPLOYEE");
  expect(await search("EMPLOYEE")).toBeNull();
  expect(await search("VIEWER")).toBe("users.list");
  const minute = 60_000;
  const makeOlder = (ms: number) =>
    api.database.pool.query(`UPDATE command_request SET created_at = created_at - interval '${ms} ms'`);
  await makeOlder(MOST_MS + WRITE_LIMITS.transactionMs + CLOCKS_DIFFER_MS - minute);
  expect(await search("EMPLOYEE")).toBeNull();
  await makeOlder(minute);
  expect(await search("EMPLOYEE")).toBe("users.list");
});

it("a copy that is too far behind is not read", async () => {
  follow({ readAsOf: () => Promise.resolve(new Date(Date.now() - 10_500)) }, 10_000);
  expect(await search("VIEWER")).toBeNull();
  follow({ readAsOf: () => Promise.resolve(new Date(Date.now() - 10_500)) });
  expect(await search("VIEWER")).toBe("users.list");
});

it("a copy that does not answer is not waited for again by the next", async () => {
  let asked = 0;
  follow({
    readAsOf: () => {
      asked += 1;
      return Promise.reject(new Error("gone"));
    },
  });
  for (let times = 0; times < 5; times++) expect(await search("VIEWER")).toBeNull();
  expect(asked).toBe(1);
});

it("a copy that gives up on the way is made up for by the database", async () => {
  const gone = () => Promise.reject(new Error("canceling statement due to conflict with recovery"));
  follow({ read: { ...copy.read, sql: gone, csv: gone } });
  expect(await search("VIEWER")).toBeNull();
  const [sink, answer] = [new PassThrough(), new Headers()];
  const written = text(sink);
  const rows = await exportLedger(api.ctx(await api.admin("SUPERADMIN"), { answer }), sink, () => {});
  sink.end();
  expect([rows, (await written).split("\n").length]).toEqual([0, 2]);
  expect(answer.get("x-read-as-of")).toBeNull();
});

it("an export reads from the copy, and its audit event says as of when", async () => {
  const [sink, answer] = [new PassThrough(), new Headers()];
  sink.resume();
  await exportLedger(api.ctx(await api.admin("ADMIN"), { answer }), sink, () => {});
  const [name, at] = answer.get("x-read-as-of")?.split("=") ?? [];
  expect(name).toBe("ledger");
  const event = await api.database.read.auditEvent.findFirst({
    where: { action: "ledger.exported" },
    orderBy: { id: "desc" },
  });
  expect(event?.after).toMatchObject({ readAsOf: at });
});

it("how the copy stands is told: how far behind, that it does not answer, or that there is none", async () => {
  const { read } = api.database;
  const standing = (differently: Partial<Replica> | null) =>
    createCopyStanding({ read, replica: differently && { ...copy, ...differently } }, 10_000)();
  expect(await standing(null)).toBeNull();
  expect((await standing({}))?.behindMs).toBeGreaterThanOrEqual(0);
  const hourAgo = async () => new Date(Date.now() - 3_600_000);
  expect((await standing({ readAsOf: hourAgo }))?.behindMs).toBeGreaterThan(3_000_000);
  const gone = () => Promise.reject(new Error("gone"));
  expect(await standing({ readAsOf: gone })).toEqual({ behindMs: null, mostMs: 10_000 });
});
