import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ROOT } from "../checks/repository-files.ts";
import { type ReleaseProcess, startProcess } from "./server.ts";

/** The processes of both releases: whoever stands before them sends calls to those that serve. */
export interface Fleet {
  /** Two web processes and a worker of a release. */
  begin(root: string, env: NodeJS.ProcessEnv): Promise<void>;
  /** One after the other each is replaced by one of this release: the new one is ready before the earlier one drains. */
  replaceBy(root: string, env: NodeJS.ProcessEnv): Promise<void>;
  origins: () => string[];
  /** What they told of as errors, the first of each kind. */
  errors(): string[];
  /** What was wrong with those that ended, a sentence each; and how long the slowest took. */
  drained(): { problems: readonly string[]; slowestMs: number };
  stop(): Promise<void>;
}

const ROLES = ["web", "web", "worker"] as const;
/** What stands before a process learns that it goes before it takes no call any more, as the manifests of deploy/ say it. */
const KNOWN_AFTER_MS = 500;
/** So many of what they told as errors are shown. */
const MOST_ERRORS = 5;

interface Member {
  role: (typeof ROLES)[number];
  process: ReleaseProcess;
}

/** Runs processes that write their logs into this folder. */
export function openFleet(logDir: string): Fleet {
  const members = new Set<Member>();
  const leaving = new Set<Member>();
  const problems: string[] = [];
  let slowestMs = 0;
  let started = 0;

  const start = async (root: string, role: Member["role"], env: NodeJS.ProcessEnv) => {
    const name = `${root === ROOT ? "new" : "old"}-${role}-${++started}`;
    members.add({ role, process: await startProcess(root, name, role, env, logDir) });
  };
  const drain = async (member: Member) => {
    // Nothing more is sent to it; what is under way there comes to its end.
    leaving.add(member);
    await pause(KNOWN_AFTER_MS);
    const { ms, problem } = await member.process.drain();
    members.delete(member);
    slowestMs = Math.max(slowestMs, ms);
    if (problem !== null) problems.push(problem);
  };
  return {
    begin: async (root, env) => {
      for (const role of ROLES) await start(root, role, env);
    },
    replaceBy: async (root, env) => {
      for (const member of [...members]) {
        await start(root, member.role, env);
        await drain(member);
      }
    },
    origins: () =>
      [...members]
        .filter((member) => member.role === "web" && !leaving.has(member))
        .map(({ process }) => process.origin),
    errors: () => {
      const lines = readdirSync(logDir)
        .filter((file) => /^(old|new)-/.test(file))
        .flatMap((file) =>
          readFileSync(join(logDir, file), "utf8")
            .split("\n")
            .filter((line) => line.includes('"level":50'))
            .map((line) => `${file}: ${line}`),
        );
      const kind = (line: string) => line.replace(/\d+|[0-9a-f-]{36}/g, "");
      return [...new Map(lines.map((line) => [kind(line), line])).values()].slice(0, MOST_ERRORS);
    },
    drained: () => ({ problems, slowestMs }),
    stop: async () => {
      for (const member of [...members]) await drain(member);
    },
  };
}
