import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const STOP_PATIENCE_MS = 20_000;
const LAST_LINES = 15;

export interface ChildSpec {
  name: string;
  script: string;
  args?: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  execArgv?: string[];
  /** Shows what it says on the terminal instead of keeping it in a log file. */
  onTerminal?: boolean;
  /** It does not say when it is ready. */
  silentStart?: boolean;
}

export interface Children {
  /** Starts a process and waits until it says it is ready. Rejects with its last lines when it ends instead. */
  start(spec: ChildSpec): Promise<Record<string, unknown>>;
  /** Stops them all, the last one first. */
  stop(): Promise<void>;
}

interface Running {
  spec: ChildSpec;
  process: ChildProcess;
  gone: Promise<unknown>;
}

/**
 * Processes that live and end with this one. Each leads its own group, so that Ctrl-C reaches them through us
 * and in order, and leaves by itself when its line to us breaks. `onDeath` is told when one ends unasked.
 */
export function createChildren(logDir: string, onDeath: (reason: string) => void): Children {
  const running: Running[] = [];
  let stopping = false;

  const stop = async () => {
    stopping = true;
    for (const child of running.toReversed()) await stopOne(child);
  };

  const start = async (spec: ChildSpec) => {
    if (stopping) throw new Error("Stopping.");
    const log = spec.onTerminal ? null : openLog(logDir, spec.name);
    const child = fork(spec.script, spec.args ?? [], forkOptions(spec, log?.descriptor ?? "inherit"));
    if (log) closeSync(log.descriptor);
    const gone = once(child, "exit").catch(() => undefined);
    running.push({ spec, process: child, gone });
    const lastWords = () => (log ? lastLines(log.file) : "");
    const ready = spec.silentStart ? {} : await readyMessage(child, gone);
    if (ready === null) throw new Error(lastWords() || `The ${spec.name} ended while it was starting.`);
    void gone.then(() => {
      if (!stopping) onDeath(`The ${spec.name} ended unexpectedly.\n${lastWords()}`.trimEnd());
    });
    return ready;
  };

  return { start, stop };
}

function forkOptions(spec: ChildSpec, output: number | "inherit"): ForkOptions {
  return {
    env: spec.env,
    cwd: spec.cwd,
    execArgv: spec.execArgv ?? [],
    detached: process.platform !== "win32",
    stdio: ["ignore", output, output, "ipc"],
  };
}

/** What the process says when it is ready; null when it ends before. */
function readyMessage(child: ChildProcess, gone: Promise<unknown>): Promise<Record<string, unknown> | null> {
  return new Promise((resolve) => {
    child.on("message", (message) => {
      if (isReady(message)) resolve(message);
    });
    void gone.then(() => resolve(null));
  });
}

const isReady = (message: unknown): message is Record<string, unknown> =>
  typeof message === "object" && message !== null && "type" in message && message.type === "ready";

async function stopOne({ process: child, gone }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const patience = new AbortController();
  const tooLong = pause(STOP_PATIENCE_MS, "too long", { signal: patience.signal }).catch(() => undefined);
  if ((await Promise.race([gone, tooLong])) === "too long") child.kill("SIGKILL");
  patience.abort();
  await gone;
}

function openLog(folder: string, name: string): { file: string; descriptor: number } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${name}.log`);
  return { file, descriptor: openSync(file, "w", 0o600) };
}

const lastLines = (file: string): string =>
  readFileSync(file, "utf8").trimEnd().split("\n").slice(-LAST_LINES).join("\n");
