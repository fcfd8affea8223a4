import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

/** How a program ended, and what it said. */
export interface ProgramEnd {
  code: number;
  stdout: string;
  stderr: string;
}

/** What a process knows of this one besides its settings: where its code lies compiled, which halves its start. */
export const compiledCode = (): NodeJS.ProcessEnv => ({ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE });

/** Runs a program of `cli/`, named without its ending, with these settings and none of ours, until it ends. */
export function runProgram(
  name: string,
  words: readonly string[],
  settings: NodeJS.ProcessEnv,
): Promise<ProgramEnd> {
  const script = fileURLToPath(new URL(`../cli/${name}.ts`, import.meta.url));
  const env = { ...compiledCode(), ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

/** The same, as its code and all that it said. */
export async function sayingProgram(
  ...started: Parameters<typeof runProgram>
): Promise<{ code: number; said: string }> {
  const { code, stdout, stderr } = await runProgram(...started);
  return { code, said: `${stdout}${stderr}`.trim() };
}
