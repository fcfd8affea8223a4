import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { type Command, runCommand } from "./command.ts";

/** Runs a command as this process: with its words, settings and streams. */
export async function startCommand(command: Command): Promise<void> {
  process.exitCode = await runCommand(command, {
    args: process.argv.slice(2),
    env: process.env,
    out: (line) => console.log(line),
    err: (line) => console.error(line),
    readInput: () => text(process.stdin),
    askHidden: process.stdin.isTTY ? askHidden : null,
  });
}

async function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  terminal.once("SIGINT", () => process.exit(130));
  process.stderr.write(question);
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
