import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectSocket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PGBOUNCER } from "../../../../apps/sandbox/src/testing/needs.ts";
import { freePort } from "../postgres/free-port.ts";

/** Whether the one that is installed can keep the prepared statements of each client, as 1.21 and newer do. */
export const keepsPrepared = (): boolean => {
  const said = spawnSync(PGBOUNCER, ["--version"], { encoding: "utf8" }).stdout ?? "";
  const [, major = "0", minor = "0"] = /^PgBouncer (\d+)\.(\d+)/.exec(said) ?? [];
  return Number(major) * 1000 + Number(minor) >= 1021;
};

export interface Pooler {
  /** The address of the same database through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** Starts PgBouncer before the server of these addresses, which say as whom one connects; one for each role. */
export async function startPgBouncer(
  urls: readonly string[],
  {
    mode,
    poolSize = 20,
    prepared = false,
  }: { mode: "session" | "transaction"; poolSize?: number; prepared?: boolean },
): Promise<Pooler> {
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), "countinghouse-pgbouncer-"));
  const [users, config] = [path.join(folder, "users.txt"), path.join(folder, "pgbouncer.ini")];
  const [first] = urls.map((url) => new URL(url));
  writeFileSync(
    users,
    urls
      .map((url) => new URL(url))
      .map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"\n`)
      .join(""),
  );
  writeFileSync(
    config,
    [
      "[databases]",
      `* = host=${first?.hostname} port=${first?.port}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = plain",
      `auth_file = ${users}`,
      `pool_mode = ${mode}`,
      `default_pool_size = ${poolSize}`,
      "max_client_conn = 1000",
      ...(keepsPrepared() ? [`max_prepared_statements = ${prepared ? 200 : 0}`] : []),
      "",
    ].join("\n"),
  );
  for (const file of [users, config]) chmodSync(file, 0o644);
  chmodSync(folder, 0o755);
  const asNobody = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const bouncer = spawn(PGBOUNCER, [...asNobody, config], { stdio: "ignore" });
  while (!(await answers(port))) {
    if (bouncer.exitCode !== null) throw new Error(`PgBouncer ended with ${bouncer.exitCode}.`);
    await pause(50);
  }
  return {
    through: (url) => {
      const address = new URL(url);
      address.host = `127.0.0.1:${port}`;
      return address.href;
    },
    stop: async () => {
      const gone = once(bouncer, "exit");
      // It waits for nobody: on SIGTERM newer ones wait for everybody.
      if (bouncer.exitCode === null && bouncer.kill("SIGKILL")) await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectSocket(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
