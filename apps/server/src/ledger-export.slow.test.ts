import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { LEDGER_EXPORT_PATH } from "@countinghouse/api/ledger/export";
import { countAuditEvents, lastAuditEvent } from "@countinghouse/api/testing/expectations";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { addLedgerLines } from "@countinghouse/api/testing/ledger-lines";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { connect } from "@countinghouse/db";
import { freePort } from "@countinghouse/db/postgres/free-port";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Served, serve } from "./testing/serve.ts";

const USERS = 2_000;
const EACH = 12;
/** Makes the whole file larger than the buffers of the network. */
const LONG_NOTE = "x".repeat(20_000);

let api: TestApi;
let served: Served;
let token: string;
const warned: object[] = [];

beforeAll(async () => {
  api = await createTestApi();
  await addLedgerLines(api, { users: USERS, each: EACH });
  await api.database.pool.query("UPDATE manual_payment SET description = $1", [LONG_NOTE]);
  const log = { info: () => {}, warn: (fields: object) => warned.push(fields), error: () => {} };
  served = await serve({ ...api.services, log });
  token = await openSession(api, "VIEWER");
});
afterAll(async () => {
  await served.close();
  await api.close();
});

const ask = (
  headers: Record<string, string> = { authorization: `Bearer ${token}` },
  origin = served.origin,
) => fetch(`${origin}${LEDGER_EXPORT_PATH}`, { method: "POST", headers });

/** Returns an answer whose body is not read yet. */
async function unread(): Promise<IncomingMessage> {
  const outgoing = request(`${served.origin}${LEDGER_EXPORT_PATH}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  outgoing.end();
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  return answer;
}

const running = async () =>
  (
    await api.database.pool.query<{ pid: number; wait: string | null }>(
      `SELECT pid, wait_event AS wait FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'COPY%' AND state = 'active'
         AND backend_type = 'client backend'`,
    )
  ).rows;

const waits = async () => (await running()).map(({ wait }) => wait);

it("sends the whole ledger as a file that has the specified name and is never cached", async () => {
  const response = await ask();
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="loans-ledger.csv"');
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const lines = (await response.text()).trimEnd().split("\n");
  expect(lines).toHaveLength(USERS * EACH + 1);
  expect((await lastAuditEvent(api, "ledger.exported")).after).toEqual({ rows: USERS * EACH });
});

it.each<Record<string, string>>([{}, { authorization: "Bearer a.b.c" }])(
  "is refused to a visitor: %j",
  async (headers) => {
    const before = await countAuditEvents(api, "ledger.exportStarted");
    const response = await ask(headers);
    expect([response.status, await response.json()]).toEqual([
      401,
      {
        message: "Unauthorized User",
        code: "UNAUTHORIZED",
        correlationId: response.headers.get("x-correlation-id"),
      },
    ]);
    expect(await countAuditEvents(api, "ledger.exportStarted")).toBe(before);
  },
);

it("accepts the token in the header only, and no other method", async () => {
  const inAddress = await fetch(`${served.origin}${LEDGER_EXPORT_PATH}?token=${token}`, { method: "POST" });
  expect(inAddress.status).not.toBe(200);
  const got = await fetch(`${served.origin}${LEDGER_EXPORT_PATH}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(got.headers.get("content-type")).not.toContain("csv");
});

it("waits for a browser that does not read, instead of holding the ledger in memory", async () => {
  const answer = await unread();
  await expect.poll(waits).toEqual(["ClientWrite"]);
  answer.destroy();
  await expect.poll(running).toEqual([]);
});

it("ends the query when the browser disconnects, and the audit records the cancellation", async () => {
  const answer = await unread();
  answer.destroy();
  await expect.poll(running).toEqual([]);
  await expect
    .poll(async () => (await lastAuditEvent(api, "ledger.exportStopped")).after)
    .toEqual({ reason: "cancelled" });
});

it("closes the connection when the database fails midway, so that no part looks like a whole file", async () => {
  const before = await countAuditEvents(api, "ledger.exported");
  const answer = await unread();
  await expect.poll(waits).toEqual(["ClientWrite"]);
  const [copying] = await running();
  await api.database.pool.query("SELECT pg_terminate_backend($1)", [copying?.pid]);
  answer.resume();
  await expect(once(answer, "end")).rejects.toThrow("aborted");
  await expect
    .poll(async () => (await lastAuditEvent(api, "ledger.exportStopped")).after)
    .toEqual({ reason: "failed" });
  expect(await countAuditEvents(api, "ledger.exported")).toBe(before);
  expect(warned.at(-1)).toMatchObject({ error: expect.stringMatching(/terminat/i) });
});

it("fails without the reason when there is no database", async () => {
  const db = connect(`postgresql://app:database-secret@127.0.0.1:${await freePort()}/none`, { size: 2 });
  const unready = await serve({ ...api.services, db });
  const response = await ask(undefined, unready.origin);
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(text).toContain("Something went wrong");
  expect(text).not.toMatch(/ECONNREFUSED|database-secret|stack/);
  await unready.close();
  await db.close();
});
