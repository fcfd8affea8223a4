import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { MANIFEST_NAME, packetProblems } from "@countinghouse/api/packets/manifest";
import { createVault } from "@countinghouse/db/vault";
import type { Command } from "./shared/command.ts";
import { readVaultKeys } from "./shared/database-env.ts";
import { startCommand } from "./shared/start-command.ts";

const USAGE = `Verifies that an examiner's packet is unchanged since this console created it.

  npm run packet:verify -- FOLDER    the folder of the unpacked packet

The command needs SEALING_KEYS, INDEX_KEY and AUDIT_KEYS, but no database.`;

export const command: Command = {
  usage: USAGE,
  run: async ({ args, env, out }) => {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const [named] = positionals;
    if (named === undefined) {
      out(USAGE);
      return 2;
    }
    const folder = path.resolve(env.INIT_CWD ?? "", named);
    if (!existsSync(folder)) throw new Error(`There is no folder ${named}.`);
    if (!statSync(folder).isDirectory())
      throw new Error(`${named} is not a folder. Unpack the packet first.`);
    if (!existsSync(path.join(folder, MANIFEST_NAME)))
      throw new Error(`${named} is not a packet: ${MANIFEST_NAME} is missing.`);
    const vault = createVault(readVaultKeys(env));
    const names = filesIn(folder).filter((name) => name !== MANIFEST_NAME);
    const manifest = readFileSync(path.join(folder, MANIFEST_NAME), "utf8");
    const problems = await packetProblems(vault, manifest, names, (name) =>
      names.includes(name) ? hashOfFile(path.join(folder, name)) : Promise.resolve(null),
    );
    for (const problem of problems) out(problem);
    out(`${names.length} files, ${problems.length === 1 ? "1 problem" : `${problems.length} problems`}`);
    return problems.length === 0 ? 0 : 1;
  },
};

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .map((name) => name.replaceAll(path.sep, "/"));
}

async function hashOfFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

if (import.meta.main) await startCommand(command);
