import { fileURLToPath } from "node:url";
import { execaNode } from "execa";

/** Runs a command of the server's (a file of `apps/server/src/cli`) to its end. Throws `failure` with what it says. */
export async function runServerCommand(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  failure: string,
  input = "",
): Promise<void> {
  const script = fileURLToPath(new URL(`../../apps/server/src/cli/${name}.ts`, import.meta.url));
  const { failed, stderr } = await execaNode(script, args, {
    env,
    extendEnv: false,
    input,
    ipc: false,
    stdout: "ignore",
    reject: false,
  });
  if (failed) throw new Error(`${failure}\n${stderr}`.trimEnd());
}
