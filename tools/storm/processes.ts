import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { anyFreePort } from "../stack/ports.ts";

const SERVER = fileURLToPath(new URL("../../apps/server/src/main.ts", import.meta.url));
const STOP_PATIENCE_MS = 15_000;

/** One of the server's own processes, with screens and workers. */
export interface ServerProcess {
  origin: string;
  isFrozen(): boolean;
  /** Stops it where it stands; it does not know. */
  freeze(): void;
  wake(): void;
  kill(): Promise<void>;
  /** Lets it finish what it is doing. */
  stop(): Promise<void>;
}

/** Starts one and waits until it is ready. `onDeath` is told when it ends unasked. */
export async function startProcess(
  name: string,
  env: NodeJS.ProcessEnv,
  logDir: string,
  onDeath: (reason: string) => void,
): Promise<ServerProcess> {
  const port = await anyFreePort();
  const child = forkServer(name, { ...env, PORT: String(port) }, logDir);
  const gone = once(child, "exit");
  const isReady = await Promise.race([once(child, "message").then(() => true), gone.then(() => false)]);
  if (!isReady) throw new Error(`The process ${name} does not start; its log is in ${logDir}.`);
  let isFrozen = false;
  let isWanted = true;
  void gone.then(() => isWanted && onDeath(`The process ${name} ended unexpectedly.`));
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    isWanted = false;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    // What is frozen hears of nothing else.
    child.kill("SIGCONT");
    const patience = new AbortController();
    void pause(STOP_PATIENCE_MS, undefined, { signal: patience.signal }).then(
      () => child.kill("SIGKILL"),
      () => {},
    );
    await gone;
    patience.abort();
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    isFrozen: () => isFrozen,
    freeze: () => {
      isFrozen = child.kill("SIGSTOP");
    },
    wake: () => {
      child.kill("SIGCONT");
      isFrozen = false;
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}

function forkServer(name: string, env: NodeJS.ProcessEnv, logDir: string): ChildProcess {
  mkdirSync(logDir, { recursive: true, mode: 0o700 });
  const log = openSync(join(logDir, `${name}.log`), "a", 0o600);
  // A group of its own: Ctrl-C reaches it through us.
  const child = fork(SERVER, { env, detached: true, stdio: ["ignore", log, log, "ipc"] });
  closeSync(log);
  return child;
}
