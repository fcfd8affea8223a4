import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { ROOT } from "../checks/repository-files.ts";

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** The words of a command of package.json as they are run on the pinned Node, and the settings before it. */
function parseCommand(command: string): { words: string[]; settings: Record<string, string> } {
  const parts = command.split(" ");
  const settings = Object.fromEntries(
    parts.filter((part) => /^[A-Z_]+=/.test(part)).map((part) => part.split("=") as [string, string]),
  );
  const [name = "", ...args] = parts.filter((part) => !/^[A-Z_]+=|^(npm|run|--)$/.test(part));
  const [node, run, ...script] = (scripts[name] ?? "").split(" ");
  if (node !== "node" || run !== "tools/run.mjs") throw new Error(`package.json has no command ${name}.`);
  return { words: [...script, ...args], settings };
}

/** Starts a command as npm does, without installing. All that it says is collected. */
export function startCommand(command: string, env: NodeJS.ProcessEnv = {}, input = "") {
  const { words, settings } = parseCommand(command);
  return execa(process.execPath, words, {
    cwd: ROOT,
    env: { FORCE_COLOR: "0", ...settings, ...env },
    input,
    all: true,
    reject: false,
    killDescendants: true,
  });
}

/** Runs a command to its end. */
export const runCommand = async (...started: Parameters<typeof startCommand>) => {
  const { exitCode, all } = await startCommand(...started);
  return { exitCode, all };
};
