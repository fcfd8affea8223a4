import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { connect } from "./index.ts";
import { migrate } from "./migrate.ts";
import { freePort } from "./postgres/free-port.ts";

/** Debian's package pgbouncer; another place by PGBOUNCER. */
const PGBOUNCER = process.env.PGBOUNCER ?? "pgbouncer";
const isThere = spawnSync(PGBOUNCER, ["--version"]).status === 0;

describe.skipIf(!isThere)(
  "behind PgBouncer as it comes, whose only settings are where it listens and its mode,",
  () => {
    const server = new pg.Pool({ connectionString: process.env.TEST_POSTGRES_URL, max: 2 });
    const folder = mkdtempSync(path.join(tmpdir(), "countinghouse-pgbouncer-"));
    const name = `bouncer_${randomBytes(6).toString("hex")}`;
    const direct = new URL(process.env.TEST_POSTGRES_URL ?? "");
    direct.pathname = `/${name}`;
    let bouncer: ChildProcess | undefined;
    beforeAll(() => server.query(`CREATE DATABASE "${name}"`));
    afterEach(() => void bouncer?.kill());
    afterAll(async () => {
      await server.query(`DROP DATABASE "${name}" WITH (FORCE)`);
      await server.end();
      rmSync(folder, { recursive: true });
    });

    /** The address of the same database behind a pooler. */
    async function behind(mode: "session" | "transaction"): Promise<string> {
      const port = await freePort();
      const { hostname, port: at, username, password } = direct;
      const users = path.join(folder, "users.txt");
      const config = path.join(folder, "pgbouncer.ini");
      writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`);
      writeFileSync(
        config,
        `[databases]\n${name} = host=${hostname} port=${at} user=${username} password=${decodeURIComponent(password)}\n
[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = plain\nauth_file = ${users}\npool_mode = ${mode}\n`,
      );
      for (const file of [users, config]) chmodSync(file, 0o644);
      chmodSync(folder, 0o755);
      const asNobody = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
      bouncer = spawn(PGBOUNCER, [...asNobody, config], { stdio: "ignore" });
      const address = new URL(direct);
      address.host = `127.0.0.1:${port}`;
      await expect.poll(() => answers(address.href)).toBe(true);
      return address.href;
    }

    it("a start in transaction mode is refused in a sentence, and leaves no lock behind for the next", async () => {
      const pooled = await behind("transaction");
      await expect(migrate(pooled)).rejects.toThrow(/shares its connections between transactions/);
      expect((await migrate(direct.href)).length).toBeGreaterThan(20);
    });

    it("in session mode migrations run, and whoever only reads can not write", async () => {
      const pooled = await behind("session");
      expect(await migrate(pooled)).toEqual([]);
      expect(await migrate(pooled)).toEqual([]);
      const database = connect(pooled, { size: 2 });
      const statement = (text: string) => database.read.sql({ name: "", text }, []);
      expect(await statement("SHOW default_transaction_read_only")).toEqual([
        { default_transaction_read_only: "on" },
      ]);
      expect(await statement("SHOW statement_timeout")).toEqual([{ statement_timeout: "30s" }]);
      await expect(statement("INSERT INTO users DEFAULT VALUES")).rejects.toThrow(/read-only transaction/);
      const { rows } = await database.pool.query("SHOW lock_timeout");
      expect(rows).toEqual([{ lock_timeout: "9s" }]);
      await database.close();
    });
  },
);

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
};
