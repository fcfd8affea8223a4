import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(
  new URL("../../apps/server/src/cli/store-demonstration-files.ts", import.meta.url),
);

/** Gives the demonstration customers' documents their bytes, those that have none yet. Throws what the command says. */
export async function storeDemonstrationFiles(env: NodeJS.ProcessEnv): Promise<void> {
  const command = spawn(process.execPath, [SCRIPT], { env, stdio: ["ignore", "ignore", "pipe"] });
  const [complaint, [code]] = await Promise.all([
    text(command.stderr),
    once(command, "close") as Promise<[number | null]>,
  ]);
  if (code !== 0)
    throw new Error(`The demonstration documents could not be written.\n${complaint}`.trimEnd());
}
