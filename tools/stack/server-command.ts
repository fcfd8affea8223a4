import { execaNode } from "execa";
import { commandFile } from "../../apps/server/src/cli/shared/command-names.ts";

/** Runs a command of the server's (a file of `apps/server/src/cli`) to its end. Throws `failure` with what it says. */
export async function runServerCommand(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  failure: string,
  input = "",
): Promise<void> {
  const { failed, stderr } = await execaNode(commandFile(name), args, {
    env,
    extendEnv: false,
    input,
    ipc: false,
    stdout: "ignore",
    reject: false,
  });
  if (failed) throw new Error(`${failure}\n${stderr}`.trimEnd());
}
