import { execFile } from "node:child_process";
import { type Command, runCommand } from "../cli/shared/command.ts";
import { commandFile } from "../cli/shared/command-names.ts";

/** The exit code and the output of a program. */
export interface ProgramEnd {
  code: number;
  stdout: string;
  stderr: string;
}

/** The same for a command in this process, with the line about its database apart. */
export interface CommandEnd extends ProgramEnd {
  database: string | undefined;
}

/** Returns the folder of compiled code for a new process, which halves its start time. */
export const compiledCode = (): NodeJS.ProcessEnv => ({ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE });

/** Runs a command in a new process until it ends, with these settings only. */
export function runProgram(
  name: string,
  words: readonly string[],
  settings: NodeJS.ProcessEnv,
): Promise<ProgramEnd> {
  const env = { ...compiledCode(), ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [commandFile(name), ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

/** Runs a command in this process without a terminal, with these settings and this standard input. */
export async function runHere(
  command: Command,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input = "",
): Promise<CommandEnd> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommand(command, {
    args,
    env,
    out: (text) => void out.push(`${text}\n`),
    err: (text) => void err.push(`${text}\n`),
    readInput: () => Promise.resolve(input),
    askHidden: null,
  });
  const database = err[0]?.startsWith("Database: ") ? err.shift()?.trimEnd() : undefined;
  return { code, stdout: out.join(""), stderr: err.join(""), database };
}

/** Runs a command in this process, and returns its code and its whole output. */
export async function runAndSay(
  ...started: Parameters<typeof runHere>
): Promise<{ code: number; said: string }> {
  const { code, stdout, stderr } = await runHere(...started);
  return { code, said: `${stdout}${stderr}`.trim() };
}
