import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = new URL("../", import.meta.url);

/** The names of all commands: each file of `cli/` is one. */
export const commandNames = (): string[] =>
  readdirSync(FOLDER)
    .flatMap((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? [])
    .toSorted();

/** The file that Node runs for a command. */
export const commandFile = (name: string): string => fileURLToPath(new URL(`${name}.ts`, FOLDER));
