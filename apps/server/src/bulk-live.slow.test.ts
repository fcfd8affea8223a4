import { once } from "node:events";
import { connect } from "node:net";
import { createLive, type Live, STREAMS_AN_ADMIN } from "@countinghouse/api/live/live";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OpenStream, openStream } from "./testing/open-stream.ts";
import { type Served, serve } from "./testing/serve.ts";

/** Two processes on one database, each with its own connections, listener and streams. */
let api: TestApi;
let [one, other]: Served[] = [];
let lives: Live[] = [];
let batchId: string;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  const first = createLive(api.database.directUrl);
  // This process learns of changes from notices only, because it never polls in this test.
  const second = createLive(api.database.directUrl, { heardMs: 3_600_000, unheardMs: 3_600_000 });
  lives = [first, second];
  one = await serve({ ...api.services, live: first });
  other = await serve({ ...api.services, live: second });
  batchId = await addBatch(3);
});
const heard: OpenStream[] = [];
afterEach(async () => {
  for (const stream of heard.splice(0)) stream.leave();
  for (const live of lives) await live.close();
  await one?.close();
  await other?.close();
  await api.database.pool.query("DELETE FROM bulk_item; DELETE FROM bulk_batch");
});

async function addBatch(items: number): Promise<string> {
  const { id } = await api.admin("ADMIN");
  const { rows } = await api.database.pool.query<{ id: string }>(
    `WITH batch AS (INSERT INTO bulk_batch (id, kind, version, epoch, requested_by_id, requested_at, total, last_progress_at)
       VALUES (gen_random_uuid(), 'BULK_BALANCE', 2, 0, $1, now(), $2, now()) RETURNING id)
     INSERT INTO bulk_item (id, batch_id, position, user_id)
     SELECT gen_random_uuid(), batch.id, n, 5000 + n FROM batch, generate_series(0, $2 - 1) AS n RETURNING batch_id AS id`,
    [id, items],
  );
  return rows[0]?.id ?? "";
}

/** Ends a row like a worker: under the lock of its batch, with a notice after the commit. */
async function endRow(position: number): Promise<void> {
  await api.database.pool.query(
    `WITH batch AS (UPDATE bulk_batch SET change = change + 1, done = done + 1 WHERE id = $1 RETURNING change)
     UPDATE bulk_item SET state = 'DONE', change = batch.change FROM batch WHERE batch_id = $1 AND position = $2`,
    [batchId, position],
  );
  await api.database.pool.query("SELECT pg_notify('bulk_jobs', '')");
}

async function hear(from: Served | undefined, options: { lastEventId?: string; token?: string } = {}) {
  const token = options.token ?? (await openSession(api, "VIEWER"));
  const input = JSON.stringify({ json: { watched: { batchId, after: null } } });
  const stream = await openStream(`${from?.origin}/trpc/bulkJobs.live?input=${encodeURIComponent(input)}`, {
    authorization: `Bearer ${token}`,
    ...(options.lastEventId && { "last-event-id": options.lastEventId }),
  });
  heard.push(stream);
  return stream;
}

interface News {
  jobs: { id: string; completedCount: number }[];
  changes: { rows: { position: number; state: string }[] };
}
const readNews = (stream: OpenStream) => stream.data<News>();
const toRows = (stream: OpenStream) =>
  readNews(stream).map(({ changes }) => changes.rows.map(({ position, state }) => `${position} ${state}`));
const isTold = (stream: OpenStream, times: number) => expect.poll(() => readNews(stream)).toHaveLength(times);

describe("a row that ended in one process", () => {
  it("is sent at once to a browser at another process, with the job's new count", async () => {
    const stream = await hear(other);
    await isTold(stream, 1);
    expect(toRows(stream)).toEqual([["0 WAITING", "1 WAITING", "2 WAITING"]]);
    await endRow(1);
    await isTold(stream, 2);
    expect(toRows(stream)[1]).toEqual(["1 DONE"]);
    expect(readNews(stream)[1]?.jobs).toMatchObject([{ id: batchId, completedCount: 1 }]);
  });

  it("while no one was connected is sent to a browser that comes back, without earlier changes", async () => {
    const stream = await hear(one);
    await isTold(stream, 1);
    await endRow(0);
    await isTold(stream, 2);
    stream.leave();
    await endRow(2);
    const again = await hear(other, { lastEventId: stream.lastEventId() });
    await isTold(again, 1);
    expect(toRows(again)).toEqual([["2 DONE"]]);
  });

  it("is sent some seconds later without a notice", async () => {
    const stream = await hear(one);
    await isTold(stream, 1);
    await endRow(0);
    await isTold(stream, 2);
    await api.database.pool.query("UPDATE bulk_batch SET change = 2, done = 2 WHERE id = $1", [batchId]);
    await isTold(stream, 3);
    expect(readNews(stream)[2]?.jobs).toMatchObject([{ completedCount: 2 }]);
  });
});

it("a customer whose row is sent several times counts as one look, with one event", async () => {
  const { id: userId } = await api.user();
  await api.database.pool.query("UPDATE bulk_item SET user_id = $1 WHERE position = 1", [userId]);
  const stream = await hear(one);
  await isTold(stream, 1);
  await endRow(1);
  await isTold(stream, 2);
  await isTold(await hear(one), 1);
  const looks = await api.database.read.auditEvent.findMany({ where: { action: "users.readList" } });
  expect(looks.map(({ after }) => after)).toEqual([
    { procedure: "bulkJobs.rows", batchId, users: 1, userIds: [userId] },
  ]);
  expect(await api.database.read.customerReading.count({ where: { userId } })).toBe(1);
});

describe("a stream", () => {
  it("is not buffered by proxies, is not changed by caches, and sends pings", async () => {
    const stream = await hear(one);
    expect(stream.status).toBe(200);
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    expect(stream.headers.get("x-accel-buffering")).toBe("no");
    expect(stream.headers.get("cache-control")).toContain("no-transform");
    expect(stream.headers.get("x-correlation-id")).toMatch(/^[0-9a-f-]{36}$/);
    await expect.poll(() => stream.events()).toContain("ping");
  });

  it("is refused to a visitor, and to a token in the address", async () => {
    const input = encodeURIComponent(JSON.stringify({ json: { watched: null } }));
    const params = encodeURIComponent(JSON.stringify({ token: await openSession(api, "VIEWER") }));
    for (const query of [`input=${input}`, `input=${input}&connectionParams=${params}&token=${params}`]) {
      const stream = await openStream(`${one?.origin}/trpc/bulkJobs.live?${query}`, {});
      await expect.poll(() => stream.errorCode()).toBe("UNAUTHORIZED");
      expect(readNews(stream)).toEqual([]);
    }
  });

  it("of an unknown batch is refused", async () => {
    batchId = "01890000-0000-7000-8000-000000000000";
    const stream = await hear(one);
    await expect.poll(() => stream.errorCode()).toBe("NOT_FOUND");
  });

  it("ends within seconds when its session is revoked", async () => {
    const stream = await hear(one);
    await isTold(stream, 1);
    await api.database.pool.query("UPDATE admin_session SET revoked_at = now()");
    await expect.poll(() => stream.errorCode()).toBe("UNAUTHORIZED");
    await endRow(0);
    expect(readNews(stream)).toHaveLength(1);
  });

  it("has a limit for each admin, and a browser that leaves makes room", async () => {
    const token = await openSession(api, "VIEWER");
    const open = () => hear(one, { token });
    const streams = await Promise.all(Array.from({ length: STREAMS_AN_ADMIN }, open));
    for (const stream of streams) await isTold(stream, 1);
    const refused = await open();
    await expect.poll(() => refused.errorCode()).toBe("TOO_MANY_REQUESTS");
    for (const stream of streams) stream.leave();
    const readAnswer = async (stream: OpenStream) => {
      await expect.poll(() => readNews(stream).length > 0 || stream.errorCode() !== null).toBe(true);
      return stream.errorCode();
    };
    await expect.poll(async () => readAnswer(await open())).toBeNull();
  });

  it("that a browser leaves before its start takes no room", async () => {
    const token = await openSession(api, "VIEWER");
    const { hostname, port } = new URL(one?.origin ?? "");
    const asked = `GET /trpc/bulkJobs.live?input=%7B%22json%22%3A%7B%7D%7D HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    for (let nth = 0; nth < 4 * STREAMS_AN_ADMIN; nth++) {
      const socket = connect(Number(port), hostname);
      await once(socket, "connect");
      await new Promise<void>((resolve) => socket.write(asked, () => resolve()));
      socket.destroy();
    }
    const streams = await Promise.all(Array.from({ length: STREAMS_AN_ADMIN }, () => hear(one, { token })));
    for (const stream of streams) await expect.poll(() => readNews(stream)).toHaveLength(1);
  });

  it("ends without an error when its process stops, and goes on at another process", async () => {
    const stream = await hear(one);
    await isTold(stream, 1);
    await lives[0]?.close();
    await stream.ended;
    expect(stream.errorCode()).toBeNull();
    const again = await hear(other, { lastEventId: stream.lastEventId() });
    await isTold(again, 1);
    expect(toRows(again)).toEqual([[]]);
  });
});

it("refuses any other call by GET, alone or together with a subscription", async () => {
  const authorization = `Bearer ${await openSession(api, "VIEWER")}`;
  for (const path of ["bulkJobs.tray", "users.list", "bulkJobs.live,users.list", "bulkJobs.live?batch=1"]) {
    const { status } = await fetch(`${one?.origin}/trpc/${path}`, { headers: { authorization } });
    expect(status).toBe(405);
  }
});
