import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { execaNode } from "execa";

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

/**
 * Processes that live and end with this one. Each leads its own group, so that Ctrl-C reaches them through us
 * and in order, and leaves by itself when its line to us breaks. `onDeath` is told when one ends unasked.
 */
export function createChildren(logDir: string, onDeath: (reason: string) => void): Children {
  const running: ReturnType<typeof spawnChild>[] = [];
  let stopping = false;

  const stop = async () => {
    stopping = true;
    for (const child of running.toReversed()) {
      child.kill("SIGTERM");
      await child;
    }
  };

  const start = async (spec: ChildSpec) => {
    if (stopping) throw new Error("Stopping.");
    const log = spec.onTerminal ? null : openLog(logDir, spec.name);
    const child = spawnChild(spec, log?.descriptor ?? "inherit");
    if (log) closeSync(log.descriptor);
    running.push(child);
    const lastWords = () => (log ? lastLines(log.file) : "");
    const ready = spec.silentStart ? {} : await child.getOneMessage({ filter: isReady }).catch(() => null);
    if (!isReady(ready) && !spec.silentStart) {
      await child;
      throw new Error(lastWords() || `The ${spec.name} ended while it was starting.`);
    }
    void child.then(() => {
      if (!stopping) onDeath(`The ${spec.name} ended unexpectedly.\n${lastWords()}`.trimEnd());
    });
    return isReady(ready) ? ready : {};
  };

  return { start, stop };
}

/** It writes to its log by itself, not through us: so it still can when we were killed. */
const spawnChild = (spec: ChildSpec, output: number | "inherit") =>
  execaNode(spec.script, spec.args ?? [], {
    env: spec.env,
    extendEnv: false,
    ...(spec.cwd && { cwd: spec.cwd }),
    nodeOptions: spec.execArgv ?? [],
    ipc: true,
    serialization: "json",
    buffer: false,
    detached: process.platform !== "win32",
    // It leaves by itself when the line to us breaks.
    cleanup: false,
    stdin: "ignore",
    stdout: output,
    stderr: output,
    reject: false,
    forceKillAfterDelay: STOP_PATIENCE_MS,
  });

const isReady = (message: unknown): message is Record<string, unknown> =>
  typeof message === "object" && message !== null && "type" in message && message.type === "ready";

function openLog(folder: string, name: string): { file: string; descriptor: number } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${name}.log`);
  return { file, descriptor: openSync(file, "w", 0o600) };
}

const lastLines = (file: string): string =>
  readFileSync(file, "utf8").trimEnd().split("\n").slice(-LAST_LINES).join("\n");
