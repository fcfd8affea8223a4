import { fileURLToPath } from "node:url";
import { execa } from "execa";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface CommandResult {
  ok: boolean;
  output: string;
}

/**
 * Runs a program of node_modules/.bin at the root and collects what it says. `signal` stops it together with
 * whatever it started.
 */
export async function runTool(
  program: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; signal?: AbortSignal } = {},
): Promise<CommandResult> {
  const { failed, all } = await execa(program, args, {
    cwd: ROOT,
    localDir: ROOT,
    preferLocal: true,
    env: options.env ?? process.env,
    extendEnv: false,
    stdin: "ignore",
    all: true,
    reject: false,
    killDescendants: true,
    ...(options.signal && { cancelSignal: options.signal }),
  });
  return { ok: !failed, output: all.trimEnd() };
}

/** Generates the database client and builds the console; what has not changed comes from turbo's cache. */
export async function build(tasks: readonly string[], signal?: AbortSignal): Promise<CommandResult> {
  return runTool(
    "turbo",
    ["run", ...tasks, "--output-logs=errors-only", "--ui=stream"],
    signal ? { signal } : {},
  );
}
