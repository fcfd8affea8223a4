import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Random } from "../../packages/db/src/seed/random.ts";
import type { Kill } from "./takes.ts";

const WORKER = fileURLToPath(new URL("../../apps/server/src/main.ts", import.meta.url));
/** One that ends by itself, as it does where it finds no database at its start, is started again after this. */
const RESTART_MS = 250;

export interface OwnEnds {
  /** At their start, before they worked. */
  starting: number;
  working: number;
}

/** From when to when, in ms since 1970. */
export interface Span {
  from: number;
  to: number;
}

export interface Workers {
  /** Kills one that is at work, chosen at random, and has it replaced. False when none is at work just now. */
  killOne(random: Random): boolean;
  /** Which one was killed when, each time. */
  kills(): readonly Kill[];
  /** When none was at work. */
  unattended(): readonly Span[];
  /** How many ended by themselves. */
  ownEnds(): OwnEnds;
  /** Lets each finish what it is doing. */
  stop(): Promise<void>;
}

/** The server's own program as a worker, `count` of them; whoever dies is replaced. */
export function startWorkers(count: number, env: NodeJS.ProcessEnv, logDir: string): Workers {
  const living = new Set<ChildProcess>();
  const atWork = new Set<ChildProcess>();
  let killed = new WeakSet<ChildProcess>();
  const kills: Kill[] = [];
  const unattended: Span[] = [];
  let aloneSince: number | null = Date.now();
  const ownEnds: OwnEnds = { starting: 0, working: 0 };
  let stopping = false;

  const start = () => {
    const worker = startWorker(env, logDir);
    living.add(worker);
    worker.once("message", () => {
      atWork.add(worker);
      if (aloneSince !== null) unattended.push({ from: aloneSince, to: Date.now() });
      aloneSince = null;
    });
    worker.once("exit", () => void replace(worker));
  };
  const replace = async (worker: ChildProcess) => {
    living.delete(worker);
    const worked = atWork.delete(worker);
    if (stopping) return;
    if (!killed.has(worker)) {
      ownEnds[worked ? "working" : "starting"]++;
      await pause(RESTART_MS);
      if (stopping) return;
    }
    start();
  };
  for (let n = 0; n < count; n++) start();

  return {
    killOne: (random) => {
      if (atWork.size === 0) return false;
      const worker = random.pick([...atWork]);
      atWork.delete(worker);
      if (atWork.size === 0) aloneSince ??= Date.now();
      killed.add(worker);
      kills.push({ pid: worker.pid, at: new Date() });
      return worker.kill("SIGKILL");
    },
    kills: () => kills,
    unattended: () => unattended,
    ownEnds: () => ({ ...ownEnds }),
    stop: async () => {
      stopping = true;
      killed = new WeakSet();
      await Promise.all([...living].map(stopWorker));
    },
  };
}

/** Starts one worker, waits until it works and stops it: what Node has compiled then is kept. */
export async function warmUp(env: NodeJS.ProcessEnv, logDir: string): Promise<void> {
  const worker = startWorker(env, logDir);
  const gone = once(worker, "exit");
  const isReady = await Promise.race([once(worker, "message").then(() => true), gone.then(() => false)]);
  if (!isReady) throw new Error("A worker does not start.");
  worker.kill("SIGTERM");
  await gone;
}

function startWorker(env: NodeJS.ProcessEnv, logDir: string): ChildProcess {
  mkdirSync(logDir, { recursive: true, mode: 0o700 });
  const log = openSync(join(logDir, "workers.log"), "a", 0o600);
  // A group of its own: Ctrl-C reaches it through us.
  const worker = fork(WORKER, { env, detached: true, stdio: ["ignore", log, log, "ipc"] });
  closeSync(log);
  return worker;
}

const STOP_PATIENCE_MS = 15_000;

async function stopWorker(worker: ChildProcess): Promise<void> {
  const gone = once(worker, "exit");
  worker.kill("SIGTERM");
  const tooLong = setTimeout(() => worker.kill("SIGKILL"), STOP_PATIENCE_MS);
  await gone;
  clearTimeout(tooLong);
}
