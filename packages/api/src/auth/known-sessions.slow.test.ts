import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { Database } from "@countinghouse/db";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { AdminActor } from "../actor.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addAdmin, forgetAttempts, signInFully } from "../testing/signing-in.ts";
import { createKnownSessions, type KnownSessions } from "./known-sessions.ts";
import { readActor } from "./sessions.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await forgetAttempts(api);
});
afterAll(() => api.close());

async function signedIn() {
  const { id, email } = await addAdmin(api, { role: "EMPLOYEE" });
  const { token } = await signInFully(api, email);
  const { sessionId } = (await readActor(api.services, token, "::1")) as AdminActor;
  return { id, token, sessionId };
}

/** What a process of its own would know, and how often it has asked the database; `held` holds back what was read. */
async function openProcess(directUrl = api.database.directUrl) {
  let [asked, answered] = [0, 0];
  let held: Promise<void> = Promise.resolve();
  const sql: Database["read"]["sql"] = async (...statement) => {
    asked++;
    const rows = await api.database.read.sql(...statement);
    answered++;
    await held;
    return rows as never;
  };
  const read = new Proxy(api.database.read, {
    get: (target, name) => (name === "sql" ? sql : Reflect.get(target, name)),
  });
  const known = createKnownSessions({
    db: { read, directUrl },
    now: api.clock.now,
    tokens: api.services.tokens,
  });
  opened.push(known);
  await expect.poll(() => known.isHearing()).toBe(true);
  return {
    known,
    asked: () => asked,
    answered: () => answered,
    hold: (until: Promise<void>) => {
      held = until;
    },
  };
}

const whoIs = (known: KnownSessions, token: string | null) => known.readActor(token, "203.0.113.9");
const VISITOR = { kind: "visitor", ip: "203.0.113.9" };

/** What came before may still be told of: it is asked until it is known. */
async function untilKnown({ known, asked }: Awaited<ReturnType<typeof openProcess>>, token: string) {
  await expect
    .poll(async () => {
      await whoIs(known, token);
      const before = asked();
      await whoIs(known, token);
      return asked() - before;
    })
    .toBe(0);
}

describe("a session that is known", () => {
  it("is not asked for again", async () => {
    const { id, token } = await signedIn();
    const process = await openProcess();
    await untilKnown(process, token);
    const before = process.asked();
    expect(await whoIs(process.known, token)).toMatchObject({ kind: "admin", id, role: "EMPLOYEE" });
    expect(process.asked()).toBe(before);
    expect(await whoIs(process.known, null)).toEqual(VISITOR);
  });

  const ends = {
    "revoked by another process": (_id: string, sessionId: string) =>
      api.database.unsafeTransaction((tx) =>
        tx.adminSession.update({ where: { id: sessionId }, data: { revokedAt: api.clock.now() } }),
      ),
    "cut short": (_id: string, sessionId: string) =>
      api.database.unsafeTransaction((tx) =>
        tx.adminSession.update({ where: { id: sessionId }, data: { idleUntil: api.clock.now() } }),
      ),
    "of an admin who is disabled": (id: string) =>
      api.database.unsafeTransaction((tx) =>
        tx.admin.update({ where: { id }, data: { status: "DISABLED" } }),
      ),
    deleted: (_id: string, sessionId: string) =>
      api.database.unsafeTransaction((tx) => tx.adminSession.delete({ where: { id: sessionId } })),
  };
  it.each(Object.entries(ends))("counts no more once it is %s", async (_how, end) => {
    const { id, token, sessionId } = await signedIn();
    const process = await openProcess();
    await untilKnown(process, token);
    await end(id, sessionId);
    await expect.poll(() => whoIs(process.known, token)).toEqual(VISITOR);
  });

  it("has another role as soon as its admin has", async () => {
    const { id, token } = await signedIn();
    const process = await openProcess();
    await untilKnown(process, token);
    await api.database.unsafeTransaction((tx) =>
      tx.admin.update({ where: { id }, data: { role: "VIEWER" } }),
    );
    await expect.poll(() => whoIs(process.known, token)).toMatchObject({ role: "VIEWER" });
  });

  it("needs a second factor as soon as its role does", async () => {
    const { id, token } = await signedIn();
    const process = await openProcess();
    await untilKnown(process, token);
    const demand = (isDemanded: boolean) =>
      api.database.unsafeTransaction((tx) =>
        tx.factorDemand.upsert({
          where: { role: "EMPLOYEE" },
          create: { role: "EMPLOYEE", isDemanded, version: 1, updatedById: id, updatedAt: api.clock.now() },
          update: { isDemanded },
        }),
      );
    await demand(true);
    await expect.poll(() => whoIs(process.known, token)).toMatchObject({ mustAddFactor: true });
    await demand(false);
    await expect.poll(() => whoIs(process.known, token)).toMatchObject({ mustAddFactor: false });
  });

  it("counts no longer than it would have by itself", async () => {
    const { token, sessionId } = await signedIn();
    await api.database.unsafeTransaction((tx) =>
      tx.adminSession.update({ where: { id: sessionId }, data: { idleUntil: api.clock.in({ minutes: 1 }) } }),
    );
    const process = await openProcess();
    await untilKnown(process, token);
    api.clock.advance({ minutes: 1 });
    expect(await whoIs(process.known, token)).toEqual(VISITOR);
  });

  it("is not kept as it was read before its end was heard", async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    const process = await openProcess();
    await untilKnown(process, second.token);
    const { promise, resolve } = Promise.withResolvers<void>();
    process.hold(promise);
    const answered = process.answered();
    const early = whoIs(process.known, first.token);
    await expect.poll(() => process.answered()).toBe(answered + 1);
    const before = process.asked();
    await api.database.unsafeTransaction((tx) =>
      tx.adminSession.update({ where: { id: first.sessionId }, data: { revokedAt: api.clock.now() } }),
    );
    // Once it is heard, the other one is asked for again.
    await expect
      .poll(() => {
        void whoIs(process.known, second.token);
        return process.asked();
      })
      .toBeGreaterThan(before);
    resolve();
    await early;
    expect(await whoIs(process.known, first.token)).toEqual(VISITOR);
  });
});

describe("whoever does not hear", () => {
  /** Stands between a process and its database, at the address for what needs a connection of its own. */
  async function openLine() {
    const { hostname, port } = new URL(api.database.directUrl);
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on("error", () => {});
      }
      near.pipe(far).pipe(near);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = new URL(api.database.directUrl);
    url.port = String((server.address() as AddressInfo).port);
    const end = () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      return Promise.resolve();
    };
    opened.push({ close: end });
    return {
      url: url.href,
      end,
      freeze: () => {
        for (const socket of sockets) socket.pause();
      },
    };
  }

  it.each([
    ["lost", "end"],
    ["silent", "freeze"],
  ] as const)("asks the database each time: the connection is %s", async (_how, what) => {
    const { token } = await signedIn();
    const line = await openLine();
    const process = await openProcess(line.url);
    await untilKnown(process, token);
    void line[what]();
    await expect.poll(() => process.known.isHearing()).toBe(false);
    const before = process.asked();
    for (let nth = 1; nth <= 3; nth++) {
      await whoIs(process.known, token);
      expect(process.asked()).toBe(before + nth);
    }
    await line.end();
  });
});
