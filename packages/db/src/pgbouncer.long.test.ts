import { type ChildProcess, fork } from "node:child_process";
import { on } from "node:events";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { isMissing } from "../../../apps/sandbox/src/testing/needs.ts";
import { prepareDatabase } from "./application-role.ts";
import { WRITE_LIMITS } from "./connection-limits.ts";
import { HeldUpError } from "./held-up.ts";
import { connect, type Database } from "./index.ts";
import { migrate } from "./migrate.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";
import { keepsPrepared, type Pooler, startPgBouncer } from "./testing/pgbouncer.ts";

const HOLD_ROW = fileURLToPath(new URL("testing/hold-row.ts", import.meta.url));

describe.skipIf(isMissing("pgbouncer"))("behind PgBouncer", () => {
  let held: TestDatabase;
  let pooler: Pooler;
  const databases: Database[] = [];
  beforeAll(async () => {
    held = await createTestDatabase({ size: 2 });
  });
  afterEach(async () => {
    for (const database of databases.splice(0)) await database.close();
    await pooler.stop();
  });
  afterAll(() => held.drop());

  const start = async (mode: "session" | "transaction", poolSize = 20) => {
    pooler = await startPgBouncer([held.url, held.ownerUrl], { mode, poolSize });
    return pooler.through(held.url);
  };
  /** As a process connects whose settings say that the pooler shares its connections. */
  const connectShared = (url: string, size = 2) => {
    const database = connect(url, { directUrl: held.url, isPrepared: false, size, limits: WRITE_LIMITS });
    databases.push(database);
    return database;
  };
  const ask = ({ read }: Database, text: string, name = "the.same") => read.sql({ name, text }, []);

  describe("in transaction mode", () => {
    it("a start that does not know of it is refused in a sentence, and leaves no lock behind for the next", async () => {
      const pooled = await start("transaction");
      await expect(migrate(pooler.through(held.ownerUrl))).rejects.toThrow(
        /shares its connections between transactions\. Say in DATABASE_DIRECT_URL/,
      );
      expect(await migrate(held.ownerUrl)).toEqual([]);
      await expect(prepareDatabase({ url: pooled })).rejects.toThrow(/DATABASE_DIRECT_URL/);
      expect(await prepareDatabase({ url: pooled, directUrl: held.url, isPrepared: false })).toEqual([]);
    });

    it("prepared statements that it forgets, and an address that leads elsewhere, are refused as well", async () => {
      const pooled = await start("transaction");
      await expect(prepareDatabase({ url: pooled, directUrl: held.url })).rejects.toThrow(
        /forgets prepared statements\. Set DATABASE_PREPARED=off/,
      );
      const other = await createTestDatabase({ size: 1 });
      await expect(
        prepareDatabase({ url: pooler.through(other.url), directUrl: held.url, isPrepared: false }),
      ).rejects.toThrow(/lead to two databases/);
      await other.drop();
    });

    it.skipIf(!keepsPrepared())(
      "one that keeps prepared statements is taken with them, whoever gets which connection",
      async () => {
        pooler = await startPgBouncer([held.url, held.ownerUrl], {
          mode: "transaction",
          poolSize: 2,
          prepared: true,
        });
        const url = pooler.through(held.url);
        expect(await prepareDatabase({ url, directUrl: held.url })).toEqual([]);
        const clients = [1, 2, 3].map(() => {
          const database = connect(url, { directUrl: held.url, size: 2, limits: WRITE_LIMITS });
          databases.push(database);
          return database;
        });
        const numbers = Array.from({ length: 60 }, (_, n) => n);
        const answers = await Promise.all(
          numbers.map(async (n) =>
            clients[n % clients.length]?.read.sql<{ n: number }>(
              { name: `kept.${n % 5}`, text: `SELECT $1::int AS n /* ${n % 5} */` },
              [n],
            ),
          ),
        );
        expect(answers.map((rows) => rows?.[0]?.n)).toEqual(numbers);
      },
    );

    it("every transaction and every statement by itself keeps to its limits, on whichever connection it comes", async () => {
      const database = connectShared(await start("transaction", 1));
      const limits = "SELECT name, setting FROM pg_settings WHERE name = ANY($1) ORDER BY name";
      const names = [
        "idle_in_transaction_session_timeout",
        "lock_timeout",
        "statement_timeout",
        "tcp_user_timeout",
      ];
      const writing = ["8000", "9000", "15000", "9000"].map((value, at) => ({
        name: names[at],
        setting: value,
      }));
      expect((await database.pool.query(limits, [names])).rows).toEqual(writing);
      expect(await database.unsafeTransaction((tx) => tx.$queryRawUnsafe(limits, names))).toEqual(writing);
      expect(await ask(database, "SHOW statement_timeout")).toEqual([{ statement_timeout: "30s" }]);
      expect(await ask(database, "SHOW transaction_read_only")).toEqual([{ transaction_read_only: "on" }]);
      await expect(ask(database, "INSERT INTO users DEFAULT VALUES")).rejects.toThrow(
        /read-only transaction/,
      );
      // They end with the transaction: whoever has the connection next finds none of them.
      const next = new pg.Client({ connectionString: pooler.through(held.url) });
      await next.connect();
      expect((await next.query("SHOW lock_timeout")).rows).toEqual([{ lock_timeout: "0" }]);
      await next.end();
    });

    it("more ask at once than there are connections, and a failure leaves none of them behind in a transaction", async () => {
      const database = connectShared(await start("transaction", 2), 8);
      const asked = Array.from({ length: 200 }, (_, index) =>
        index % 4 === 0
          ? database.pool.query("SELECT 1 / 0").catch(() => -1)
          : index % 4 === 1
            ? database
                .unsafeTransaction((tx) => tx.user.create({ data: { firstname: "Many" } }))
                .then(() => 1)
            : ask(database, "SELECT 1 AS one").then((rows) => rows.length),
      );
      expect(new Set(await Promise.all(asked))).toEqual(new Set([-1, 1]));
      expect(await database.read.user.count({ where: { firstname: "Many" } })).toBe(50);
    });

    it("a process that is frozen in a transaction is thrown out, and finds out when it wakes", async () => {
      const pooled = await start("transaction", 4);
      const database = connectShared(pooled);
      const { id } = await database.unsafeTransaction((tx) => tx.user.create({ data: {} }));
      const holder = fork(HOLD_ROW, [pooled, String(id), held.url]);
      const said = sayings(holder);
      expect(await said()).toEqual({ isHolding: true });
      holder.kill("SIGSTOP");
      const renamed = await database.unsafeTransaction((tx) =>
        tx.user.update({ where: { id }, data: { lastname: "Written" } }),
      );
      expect(renamed.lastname).toBe("Written");
      holder.kill("SIGCONT");
      holder.send("go on");
      expect(await said()).toMatchObject({ isCommitted: false, isHeldUp: true });
      expect(await said()).toMatchObject({ isCommitted: true });
      const user = await database.read.user.findUniqueOrThrow({ where: { id } });
      expect(user).toMatchObject({ lastname: "Afterwards", city: "Afterwards" });
    });

    it("a process that takes nothing of its answer any more is thrown out, and its locks with it", async () => {
      const database = connectShared(await start("transaction", 4));
      const { id } = await database.unsafeTransaction((tx) => tx.user.create({ data: {} }));
      const frozen = await database.pool.connect();
      await frozen.query("BEGIN");
      await frozen.query("SELECT 1 FROM users WHERE id = $1 FOR UPDATE", [id]);
      const answer = frozen.query("SELECT repeat('x', 1000000) FROM generate_series(1, 200)").catch(String);
      const { stream } = (frozen as unknown as { connection: { stream: Socket } }).connection;
      stream.pause();
      const rename = () =>
        database
          .unsafeTransaction((tx) => tx.user.update({ where: { id }, data: { lastname: "Written" } }))
          .then(
            ({ lastname }) => lastname,
            () => null,
          );
      await expect.poll(rename, { timeout: 60_000 }).toBe("Written");
      stream.resume();
      expect(await answer).toEqual(expect.any(String));
      frozen.release(true);
    });

    it("a transaction whose statement takes too long is told as held up", async () => {
      const database = connect(await start("transaction"), {
        directUrl: held.url,
        isPrepared: false,
        size: 1,
        limits: { ...WRITE_LIMITS, statementMs: 100 },
      });
      databases.push(database);
      const slow = database.unsafeTransaction((tx) => tx.$queryRaw`SELECT pg_sleep(60)::text`);
      await expect(slow).rejects.toThrow(HeldUpError);
    });
  });

  it("in session mode migrations run, and whoever only reads can not write", async () => {
    const pooled = await start("session");
    expect(await migrate(pooler.through(held.ownerUrl))).toEqual([]);
    const database = connect(pooled, { size: 2 });
    databases.push(database);
    expect(await ask(database, "SHOW default_transaction_read_only")).toEqual([
      { default_transaction_read_only: "on" },
    ]);
    const insert = "INSERT INTO users DEFAULT VALUES";
    await expect(ask(database, insert, "another")).rejects.toThrow(/read-only transaction/);
    const { rows } = await database.pool.query("SHOW lock_timeout");
    expect(rows).toEqual([{ lock_timeout: "9s" }]);
  });
});

/** What a process says, one thing after the other. */
function sayings(child: ChildProcess): () => Promise<unknown> {
  const messages = on(child, "message", { close: ["exit"] });
  return async () => ((await messages.next()).value as [unknown] | undefined)?.[0];
}
