import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BIN = join(ROOT, "node_modules", ".bin");

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
  const windows = process.platform === "win32";
  const child = spawn(join(BIN, windows ? `${program}.cmd` : program), args, {
    cwd: ROOT,
    env: options.env ?? process.env,
    detached: !windows,
    shell: windows,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => child.pid !== undefined && process.kill(windows ? child.pid : -child.pid, "SIGTERM");
  options.signal?.addEventListener("abort", kill, { once: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  options.signal?.removeEventListener("abort", kill);
  return { ok: code === 0, output: output.trimEnd() };
}

/** Generates the database client and builds the console; what has not changed comes from turbo's cache. */
export async function build(tasks: readonly string[], signal?: AbortSignal): Promise<CommandResult> {
  return runTool(
    "turbo",
    ["run", ...tasks, "--output-logs=errors-only", "--ui=stream"],
    signal ? { signal } : {},
  );
}
