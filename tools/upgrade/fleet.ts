import { ROOT } from "../checks/repository-files.ts";
import { type ReleaseProcess, startOf } from "./server.ts";

/** The processes of both releases: whoever stands before them sends calls to those that serve. */
export interface Fleet {
  /** Two web processes and a worker of a release. */
  begin(root: string, env: NodeJS.ProcessEnv): Promise<void>;
  /** One after the other each is replaced by one of this release: the new one is ready before the earlier one drains. */
  replaceBy(root: string, env: NodeJS.ProcessEnv): Promise<void>;
  origins(): string[];
  /** What was wrong with those that ended, a sentence each; and how long the slowest took. */
  drained(): { problems: readonly string[]; slowestMs: number };
  stop(): Promise<void>;
}

const ROLES = ["web", "web", "worker"] as const;

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
    members.add({ role, process: await startOf(root, name, role, env, logDir) });
  };
  const drain = async (member: Member) => {
    // Nothing more is sent to it; what is under way there comes to its end.
    leaving.add(member);
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
    drained: () => ({ problems, slowestMs }),
    stop: async () => {
      for (const member of [...members]) await drain(member);
    },
  };
}
