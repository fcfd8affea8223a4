import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Sandbox } from "@countinghouse/sandbox";
import { serverSettings } from "./server-settings.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

export type Launched = ChildProcess & { output: Promise<string> };

export interface Launcher {
  /** What a process needs that serves on this port, over this database. */
  settings(databaseUrl: string, port: number): NodeJS.ProcessEnv;
  launch(env: NodeJS.ProcessEnv): Launched;
  /** The process, once it serves or works. */
  started(env: NodeJS.ProcessEnv): Promise<Launched>;
  /** Kills what still runs. */
  close(): void;
}

/** Starts the server's own program against a sandbox, with keys of its own. */
export function createLauncher(sandbox: Sandbox): Launcher {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-main-"));
  const own = serverSettings({ sandbox, databaseUrl: "", folder });
  const running: ChildProcess[] = [];
  const launch = (env: NodeJS.ProcessEnv): Launched => {
    const child = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
    running.push(child);
    const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
    const output = Promise.all(streams.map((stream) => text(stream))).then((parts) => parts.join(""));
    return Object.assign(child, { output });
  };
  return {
    settings: (databaseUrl, port) => ({
      ...own,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: databaseUrl,
    }),
    launch,
    started: async (env) => {
      const server = launch(env);
      await Promise.race([
        once(server, "message"),
        server.output.then((said) => Promise.reject(new Error(said))),
      ]);
      return server;
    },
    close: () => {
      for (const child of running) child.kill("SIGKILL");
      rmSync(folder, { recursive: true });
    },
  };
}
