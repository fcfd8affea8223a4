import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** Runs a command of the server's (a file of `apps/server/src/cli`) to its end. Throws `failure` with what it says. */
export async function runServerCommand(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  failure: string,
): Promise<void> {
  const script = fileURLToPath(new URL(`../../apps/server/src/cli/${name}.ts`, import.meta.url));
  const command = spawn(process.execPath, [script, ...args], { env, stdio: ["ignore", "ignore", "pipe"] });
  const [complaint, [code]] = await Promise.all([
    text(command.stderr),
    once(command, "close") as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`${failure}\n${complaint}`.trimEnd());
}
