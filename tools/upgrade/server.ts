import { fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { execaNode } from "execa";
import { anyFreePort } from "../stack/ports.ts";

const READY_WITHIN_MS = 120_000;
/** A call has 15 s and what a worker has sent 25 s to come to its end. */
const DRAINS_WITHIN_MS = 45_000;

/** A process of one release. */
export interface ReleaseProcess {
  name: string;
  origin: string;
  /** Asks it to end, and waits for it: how long that took, and what was wrong with it, or null. */
  drain(): Promise<{ ms: number; problem: string | null }>;
}

/** Starts the server of a release and waits until it is ready. */
export async function startProcess(
  root: string,
  name: string,
  role: "web" | "worker",
  env: NodeJS.ProcessEnv,
  logDir: string,
): Promise<ReleaseProcess> {
  const [port, healthPort] = [await anyFreePort(), await anyFreePort()];
  mkdirSync(logDir, { recursive: true, mode: 0o700 });
  const file = join(logDir, `${name}.log`);
  const log = openSync(file, "a", 0o600);
  const child = fork(join(root, "apps/server/src/main.ts"), {
    cwd: root,
    env: { ...env, ROLE: role, PORT: String(port), HEALTH_PORT: String(healthPort) },
    // A group of its own: Ctrl-C reaches it through us.
    detached: true,
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  const gone = once(child, "exit").then(([code]) => Number(code ?? -1));
  const lastWords = () => readFileSync(file, "utf8").trimEnd().split("\n").slice(-8).join("\n");
  const isStarted = await Promise.race([
    once(child, "message").then(() => true),
    gone.then(() => false),
    pause(READY_WITHIN_MS, false, { ref: false }),
  ]);
  if (!isStarted) {
    child.kill("SIGKILL");
    throw new Error(`${name} does not start:\n${lastWords()}`);
  }
  const health = `http://127.0.0.1:${role === "web" ? port : healthPort}/readyz`;
  for (const until = Date.now() + READY_WITHIN_MS; ; await pause(100)) {
    if ((await fetch(health).catch(() => null))?.ok) break;
    if (Date.now() > until) throw new Error(`${name} does not get ready:\n${lastWords()}`);
  }
  return {
    name,
    origin: `http://127.0.0.1:${port}`,
    drain: async () => {
      const began = performance.now();
      child.kill("SIGTERM");
      const code = await Promise.race([gone, pause(DRAINS_WITHIN_MS, null, { ref: false })]);
      if (code === null) child.kill("SIGKILL");
      const problem =
        code === 0
          ? null
          : code === null
            ? `${name} was told to end and did not:\n${lastWords()}`
            : `${name} ended with ${code}:\n${lastWords()}`;
      return { ms: performance.now() - began, problem };
    },
  };
}

/** Whether a release has this command. */
export const hasCommand = (root: string, command: string): boolean =>
  existsSync(join(root, "apps/server/src/cli", `${command}.ts`));

/** Runs a command of a release to its end; what it printed. Throws with what it said where it fails. */
export async function runCommand(
  root: string,
  command: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const { failed, all, stdout } = await execaNode(join(root, "apps/server/src/cli", `${command}.ts`), words, {
    cwd: root,
    env,
    extendEnv: false,
    ipc: false,
    all: true,
    reject: false,
  });
  if (failed) throw new Error(`${command} of ${root}:\n${all}`);
  return stdout.trim();
}
